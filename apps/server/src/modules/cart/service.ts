import { AppError, type CartFill, type CartFillAnswer, type CartLine, type CartReason, type ErrorCode } from '@plinth/api'
import { ASSET_TYPE, ORDER_TYPE, unpackSalt } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { RequestContext } from '../../context.ts'
import { findItem } from '../../state/items/store.ts'
import { findOrderBySequence, type StoredOrder } from '../../state/orders/store.ts'
import { settlementOf } from '../items/service.ts'
import { feeTermsOf, itemsLeft, sidesOf, signFee } from '../orders/service.ts'
import { consumeAttempt } from '../rate-limits/service.ts'

const LINES = { most: 600, inS: 60 }
/** Of all accounts of one address. */
const LINES_OF_ADDRESS = { most: 3_000, inS: 60 }
/** Lines that are checked on chain at once. */
const AT_ONCE = 8

/** How often the chain is asked in one call why lines are over, and each line once. */
const ATTEMPTS = 10

type Asking = { readonly heads: Map<number, ReturnType<Chain['refresh']>>; readonly attempts: number }

/** All that a sweep takes for each line, or why it can't be bought. @throws AppError TOO_MANY_REQUESTS */
export async function signFills(context: RequestContext, lines: readonly CartLine[]): Promise<CartFillAnswer[]> {
  const { address } = context.requireCaller()
  await consumeAttempt(context.db, ['cart lines', address], LINES, context.clock.now(), lines.length)
  await consumeAttempt(context.db, ['cart lines', context.ip], LINES_OF_ADDRESS, context.clock.now(), lines.length)
  const asking = { heads: new Map(), attempts: Math.max(1, Math.floor(ATTEMPTS / lines.length)) }
  const answers: CartFillAnswer[] = []
  for (let from = 0; from < lines.length; from += AT_ONCE)
    answers.push(...(await Promise.all(lines.slice(from, from + AT_ONCE).map((line) => answerOf(context, line, asking)))))
  return answers
}

async function answerOf(context: RequestContext, line: CartLine, { heads, attempts }: Asking): Promise<CartFillAnswer> {
  const chain = context.chains.find(line.chainId)
  if (!chain) return { reason: 'unknown' }
  try {
    return { fill: await fillOf(context, withHead(chain, heads), line, attempts) }
  } catch (error) {
    const reason = error instanceof AppError ? REASONS[error.code] : undefined
    if (reason === undefined) throw error
    return { reason }
  }
}

/** All lines look at one head first, read for the first of them. */
function withHead(chain: Chain, heads: Map<number, ReturnType<Chain['refresh']>>): Chain {
  let isFirst = true
  return {
    ...chain,
    refresh: () => {
      if (!isFirst) return chain.refresh()
      isFirst = false
      const head = heads.get(chain.id) ?? chain.refresh()
      heads.set(chain.id, head)
      return head
    },
  }
}

const REASONS: { readonly [C in ErrorCode]?: CartReason } = {
  ORDER_FILLED: 'sold',
  ORDER_CANCELLED: 'cancelled',
  ORDER_EXPIRED: 'expired',
  ORDER_NOT_FUNDABLE: 'unfundable',
  ORDER_NOT_FOUND: 'unknown',
  ORDER_QUANTITY: 'few',
  ROYALTY_ROSE: 'royaltyRose',
  TRADE_LOCKED: 'stopped',
  MARKET_PAUSED: 'paused',
  SELF_TRADE: 'own',
  MARKET_BEHIND: 'behind',
  CHAIN_UNREACHABLE: 'away',
  CHAIN_STOPPED: 'away',
}

async function fillOf(context: RequestContext, chain: Chain, line: CartLine, attempts: number): Promise<CartFill> {
  const { address } = context.requireCaller()
  if (address === line.seller) throw new AppError('SELF_TRADE')
  await chain.requireTrusted()
  if ((await chain.fees()).pausedUntil > chain.now()) throw new AppError('MARKET_PAUSED')
  const stored = await findSale(context, chain, line)
  // To every other account a private sale is none.
  if (!stored || (stored.taker !== undefined && stored.taker !== address)) throw new AppError('ORDER_NOT_FOUND')
  const left = await itemsLeft(context, chain, stored, attempts)
  if (line.quantity === 0n || line.quantity > left) throw new AppError('ORDER_QUANTITY', { left: left.toString() })
  const [terms, item] = await Promise.all([feeTermsOf(context, chain, stored), findItem(context.db, stored)])
  if (!item?.isVisible) throw new AppError('TRADE_LOCKED')
  const signature = terms.isSignatureNeeded ? await signFee(context, chain, stored, terms) : undefined
  const voucher = stored.assetType === ASSET_TYPE.MINTED ? (await settlementOf(context, chain, stored)).voucher : undefined
  return {
    ...sidesOf(stored),
    salt: stored.salt,
    chainId: chain.id,
    signature: stored.signature,
    proof: stored.proof,
    sellerFee: stored.sellerFee,
    buyerFee: Number(terms.buyerFee),
    ...(signature && { v: signature.v, r: signature.r, s: signature.s }),
    ...(voucher && { voucher }),
    left,
    royalties: item.royalties,
    creator: item.creator,
  }
}

async function findSale(context: RequestContext, chain: Chain, line: CartLine): Promise<StoredOrder | undefined> {
  const at = { chainId: chain.id, exchange: chain.config.contracts.exchange, maker: line.seller }
  const stored = await findOrderBySequence(context.db, at, unpackSalt(line.salt).sequence)
  const { side, salt, collection, tokenId } = stored ?? {}
  const isNamed = side === ORDER_TYPE.SALE && salt === line.salt && collection === line.collection && tokenId === line.tokenId
  return isNamed ? stored : undefined
}
