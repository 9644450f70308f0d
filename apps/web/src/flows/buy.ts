import { AppError, type BuyerFeeReply, type OrderRecord } from '@plinth/api'
import { type Address, ASSET_TYPE, ORDER_TYPE, TOKEN_STANDARD } from '@plinth/protocol'
import type { Hex } from 'viem'
import { api } from '../lib/api.ts'
import { failureOf } from '../wallet/errors.ts'
import { allow, isAllowed, type Spending } from './allowance.ts'
import { type Chain, hasHappened, isGone, isHeldBy, openChain, untilIndexed } from './context.ts'
import type { Flow } from './engine.ts'
import { exchangeCall } from './orders.ts'
import { removePurchase } from './purchases.ts'
import { transact } from './transact.ts'
import { findPending, hasBought } from './transactions.ts'

export type BuyContext = {
  chainId: number
  collection: Address
  tokenId: bigint
  standard: number
  seller: Address
  amount: bigint
  /** Undefined where the price is in the chain's coin, which needs no allowance. */
  spending: Spending | undefined
  /** What the screen showed; anything dearer is not paid. */
  shown: { unitPrice: string; salt: bigint; buyerFeeBps: bigint }
  title: string
  /** A transaction of an earlier page or another tab is on its way: nothing is asked again. */
  isResumed?: boolean
  chain?: Chain
  /** As it was fetched for the try to come. */
  order?: OrderRecord | undefined
  fee?: BuyerFeeReply
  /** Where the sale is of something yet to be minted. */
  voucher?: Hex | undefined
  sent?: string
}

const itemOf = ({ chainId, collection, tokenId }: BuyContext) => ({ chainId, collection, tokenId })

async function open(context: BuyContext): Promise<void> {
  context.chain = await openChain(context.chainId)
  context.isResumed ||= findPending('buy', context.chain.account, itemOf(context)) !== undefined
  if (!context.isResumed) await fetchOrder(context)
}

/** The current sale. Throws what a buyer should know: sold, cancelled, expired, another price, another fee. */
async function fetchOrder(context: BuyContext): Promise<void> {
  const { seller, shown, amount } = context
  const slot = { ...itemOf(context), owner: seller, type: ORDER_TYPE.SALE }
  const feeOf = (salt: bigint) => api.order.buyerFee({ ...slot, salt, quantity: amount }).catch((error: unknown) => explain(context, error))
  const order = await api.order.get(slot).catch(async (error: unknown) => {
    // No open sale any more: the fee request for the one on screen returns the reason.
    if (isGone(error)) await feeOf(shown.salt)
    throw error
  })
  if (order.isExpired) throw new AppError('ORDER_EXPIRED')
  if (order.unitPrice !== shown.unitPrice || order.salt !== shown.salt) throw new AppError('ORDER_EDITED')
  const fee = await feeOf(order.salt)
  if (BigInt(fee.buyerFee) > shown.buyerFeeBps) throw new AppError('FEE_CHANGED')
  context.voucher = order.sellType === ASSET_TYPE.MINTED ? await voucherOf(context, order) : undefined
  context.order = order
  context.fee = fee
}

async function voucherOf({ chainId, collection, tokenId, seller }: BuyContext, { buyType }: OrderRecord): Promise<Hex> {
  return (await api.dapp.signtyid({ chainId, collection, tokenId, from: seller, payType: buyType })).voucher
}

/** Bought by another account, or by this one in another tab or on another computer. */
async function explain(context: BuyContext, error: unknown): Promise<never> {
  if (failureOf(error).code === 'ORDER_FILLED' && (await isOurs(context))) throw new AppError('ORDER_YOURS', {}, { cause: error })
  throw error
}

async function isOurs(context: BuyContext): Promise<boolean> {
  const { chain, standard } = context
  // Of an edition one may well hold some and miss others.
  if (!chain || standard === TOKEN_STANDARD.ERC1155) return false
  if (hasBought(chain.account, itemOf(context))) return true
  const item = await api.nft.detail(itemOf(context)).catch(() => undefined)
  return item?.onlyOwner === chain.account
}

const pay: Flow<BuyContext>['steps'][number] = {
  key: 'pay',
  run: async (context, progress) => {
    const { chain, collection, tokenId, title, amount } = context
    if (!chain) throw new AppError('WALLET_NOT_CONNECTED')
    const over = () => {
      context.isResumed = false
      progress.over()
    }
    const sent = (hash: string) => {
      context.sent = hash
      progress.sent(hash)
    }
    const isOut = context.isResumed === true || progress.resume !== undefined
    // An allowance takes its time: the sale may have changed by now.
    if (!isOut && (!context.order || context.spending)) await fetchOrder(context)
    const { order, fee, voucher } = context
    // Valid for one try: before the next one it may have changed again.
    context.order = undefined
    const about = { act: 'buy' as const, title, item: { collection, tokenId: tokenId.toString() } }
    const call = order && fee ? { ...exchangeCall(order, fee, amount, voucher), address: chain.config.contract.exchange } : undefined
    await transact(chain, call, about, { ...progress, sent, over }).catch((error: unknown) => explain(context, error))
  },
}

const yours: Flow<BuyContext>['steps'][number] = {
  key: 'yours',
  run: async ({ chain, collection, tokenId, chainId, standard, sent }) => {
    if (!chain) return
    const item = { collection, tokenId, chainId }
    const isOne = standard !== TOKEN_STANDARD.ERC1155
    await untilIndexed(async () => (isOne && (await isHeldBy(item, chain.account))) || hasHappened(item, sent))
    removePurchase({ collection, tokenId: tokenId.toString() })
  },
}

const permit: Flow<BuyContext>['steps'][number] = {
  key: 'allow',
  isDone: async ({ chain, spending, isResumed }) => isResumed === true || !chain || !spending || isAllowed(chain, spending),
  run: async ({ chain, spending }, progress) => {
    if (chain && spending) await allow(chain, spending, progress)
  },
}

/**
 * The order and the fee signature first, for a pay token what the market may take of it, then one exact payment, then the
 * market's own book (document B §4).
 */
export const buyFlow = (isToken: boolean): Flow<BuyContext> => ({ open, steps: isToken ? [permit, pay, yours] : [pay, yours] })
