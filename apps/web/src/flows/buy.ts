import { AppError, type BuyerFeeReply, type OrderRecord } from '@plinth/api'
import { type Address, ORDER_TYPE } from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { failureOf } from '../wallet/errors.ts'
import { type Chain, isGone, isHeldBy, openChain, untilIndexed } from './context.ts'
import type { Flow } from './engine.ts'
import { exchangeCall } from './orders.ts'
import { removePurchase } from './purchases.ts'
import { transact } from './transact.ts'
import { findPending, hasBought } from './tray.ts'

export type BuyContext = {
  chainId: number
  collection: Address
  tokenId: bigint
  seller: Address
  amount: bigint
  /** What the screen showed; anything dearer is not paid. */
  shown: { unitPrice: string; salt: bigint; buyerFeeBps: bigint }
  title: string
  /** A transaction of an earlier page or another tab is on its way: nothing is asked again. */
  isResumed?: boolean
  chain?: Chain
  order?: OrderRecord
  fee?: BuyerFeeReply
}

const itemOf = ({ collection, tokenId }: BuyContext) => ({ collection, tokenId })

async function open(context: BuyContext): Promise<void> {
  context.chain = await openChain(context.chainId)
  context.isResumed ||= findPending('buy', context.chain.account, itemOf(context)) !== undefined
  if (!context.isResumed) await fetchOrder(context)
}

/** The sale as it stands now. Throws what a buyer should know: sold, cancelled, expired, another price, another fee. */
async function fetchOrder(context: BuyContext): Promise<void> {
  const { chainId, seller, shown } = context
  const slot = { ...itemOf(context), owner: seller, type: ORDER_TYPE.SALE, chainId }
  const feeOf = (salt: bigint) => api.order.buyerFee({ ...slot, salt }).catch((error: unknown) => explain(context, error))
  const order = await api.order.get(slot).catch(async (error: unknown) => {
    // No open sale any more: asked for its fee, the one that was on the screen says what became of it.
    if (isGone(error)) await feeOf(shown.salt)
    throw error
  })
  if (order.isExpired) throw new AppError('ORDER_EXPIRED')
  if (order.unitPrice !== shown.unitPrice || order.salt !== shown.salt) throw new AppError('ORDER_EDITED')
  const fee = await feeOf(order.salt)
  if (BigInt(fee.buyerFee) > shown.buyerFeeBps) throw new AppError('FEE_CHANGED')
  context.order = order
  context.fee = fee
}

/** Bought by somebody else, or by this very account in another tab or on another computer. */
async function explain(context: BuyContext, error: unknown): Promise<never> {
  if (failureOf(error).code === 'ORDER_FILLED' && (await isOurs(context))) throw new AppError('ORDER_YOURS', {}, { cause: error })
  throw error
}

async function isOurs(context: BuyContext): Promise<boolean> {
  const { chain, collection, tokenId, chainId } = context
  if (!chain) return false
  if (hasBought(chain.account, { collection, tokenId })) return true
  const item = await api.nft.detail({ collection, tokenId, chainId }).catch(() => undefined)
  return item?.onlyOwner === chain.account
}

/** Buy for coin: the order and the fee signature first, then one exact payment, then the market's own book (document B §4). */
export const buyFlow: Flow<BuyContext> = {
  open,
  steps: [
    {
      key: 'pay',
      run: async (context, progress) => {
        const { chain, collection, tokenId, title, amount } = context
        if (!chain) throw new AppError('WALLET_NOT_CONNECTED')
        const over = () => {
          context.isResumed = false
          progress.over()
        }
        if (!context.isResumed && !context.order) await fetchOrder(context)
        const { order, fee } = context
        const about = { act: 'buy' as const, title, item: { collection, tokenId: tokenId.toString() } }
        const call = order && fee ? { ...exchangeCall(order, fee, amount), address: chain.config.contract.exchange } : undefined
        await transact(chain, call, about, { ...progress, over }).catch((error: unknown) => explain(context, error))
      },
    },
    {
      key: 'yours',
      run: async ({ chain, collection, tokenId, chainId }) => {
        if (!chain) return
        await untilIndexed(() => isHeldBy({ collection, tokenId, chainId }, chain.account))
        removePurchase({ collection, tokenId: tokenId.toString() })
      },
    },
  ],
}
