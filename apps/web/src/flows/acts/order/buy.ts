import { AppError } from '@plinth/api'
import { TOKEN_STANDARD } from '@plinth/protocol'
import {
  buyCall,
  fetchPrivatePurchase,
  fetchPurchase,
  hasHappened,
  isAllowed,
  isHeldBy,
  type Purchase,
  type PurchaseTerms,
} from '@plinth/sdk'
import { api } from '../../../lib/api.ts'
import { failureOf } from '../../../wallet/errors.ts'
import { type Chain, openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { removePurchase } from '../../transactions/purchases.ts'
import { transact } from '../../transactions/transact.ts'
import { findPending, hasBought } from '../../transactions/transactions.ts'
import { allow, type Spending } from '../money/allowance.ts'
import { privately } from './private-sale.ts'

export type BuyContext = PurchaseTerms & {
  chainId: number
  standard: number
  /** Undefined where the price is in the chain's coin, which needs no allowance. */
  spending: Spending | undefined
  title: string
  /** A sale to this account alone. */
  isPrivate?: boolean
  /** A transaction of an earlier page or another tab is on its way: nothing is asked again. */
  isResumed?: boolean
  chain?: Chain
  /** As it was fetched for the try to come. */
  purchase?: Purchase | undefined
  sent?: string
}

const itemOf = ({ chainId, collection, tokenId }: BuyContext) => ({ chainId, collection, tokenId })

async function open(context: BuyContext): Promise<void> {
  const chain = await openChain(context.chainId)
  context.chain = chain
  context.isResumed ||= findPending('buy', chain.account, itemOf(context)) !== undefined
  if (!context.isResumed) context.purchase = await fetchSale(chain, context)
}

/** The current sale. Throws what a buyer should know: sold, cancelled, expired, another price, another fee. */
const fetchSale = (chain: Chain, context: BuyContext): Promise<Purchase> =>
  (context.isPrivate ? fetchPrivatePurchase(privately(chain), context) : fetchPurchase(chain, context)).catch((error: unknown) =>
    explain(context, error),
  )

/** Bought by another account, or by this one in another tab or on another computer. */
async function explain(context: BuyContext, error: unknown): Promise<never> {
  if (failureOf(error).code === 'ORDER_FILLED' && (await isOurs(context))) throw new AppError('ORDER_YOURS', {}, { cause: error })
  throw error
}

/** The exchange refuses more than is left as it refuses a spent order: the market says how many there still are. */
async function explainPayment(context: BuyContext, error: unknown): Promise<never> {
  const { chain, amount } = context
  if (chain && amount > 1n && failureOf(error).code === 'ORDER_FILLED') await fetchSale(chain, context)
  return explain(context, error)
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
    if (!isOut && (!context.purchase || context.spending)) context.purchase = await fetchSale(chain, context)
    const { purchase } = context
    // Valid for one try: before the next one it may have changed again.
    context.purchase = undefined
    const about = { act: 'buy' as const, title, item: { collection, tokenId: tokenId.toString() } }
    const call = purchase && buyCall(chain, purchase, amount)
    await transact(chain, call, about, { ...progress, sent, over }).catch((error: unknown) => explainPayment(context, error))
  },
}

const yours: Flow<BuyContext>['steps'][number] = {
  key: 'yours',
  run: async ({ chain, collection, tokenId, standard, sent }) => {
    if (!chain) return
    const item = { collection, tokenId }
    const isOne = standard !== TOKEN_STANDARD.ERC1155
    await untilIndexed(async () => (isOne && (await isHeldBy(chain, item, chain.account))) || hasHappened(chain, item, sent))
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
