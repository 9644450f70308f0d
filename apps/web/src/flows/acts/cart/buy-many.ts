import { AppError } from '@plinth/api'
import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import {
  type Cart,
  type CartLineTerms,
  type CartMarket,
  type ContractCall,
  cartCall,
  fetchCart,
  hasHappened,
  isAllowed,
  type LeftOut,
  requireWallet,
  type SweepResult,
  sweepResult,
} from '@plinth/sdk'
import { cartApi, sweepApi } from '../../../lib/cart-api.ts'
import { type Chain, openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow, Progress } from '../../engine/engine.ts'
import { canBatch, sendBatch } from '../../transactions/transact.ts'
import { allow, allowCalls, type Spending } from '../money/allowance.ts'
import { hasSale, isUnderWay, listPurchasesOfCart, subjectOf } from './on-the-way.ts'

type CartChain = Chain & CartMarket

async function openCartChain(chainId: number): Promise<CartChain> {
  const chain = await openChain(chainId)
  return { ...chain, api: { ...chain.api, cart: cartApi, sweep: sweepApi } }
}

/** A line with the whole price that its buyer saw. */
export type LineToBuy = { readonly terms: CartLineTerms; readonly pays: bigint }

export type BuyManyContext = {
  chainId: number
  payToken: Address
  symbol: string
  lines: readonly LineToBuy[]
  /** Undefined for the account itself. */
  to: Address | undefined
  /** Of the transaction. */
  title: string
  /** A transaction of an earlier page or another tab buys these lines. */
  isResumed: boolean
  /** Called before the wallet opens: from then on a reload must find the lines. */
  keep: () => void
  chain?: CartChain
  /** As it was sent. */
  cart?: Cart
  hash?: string
  result?: Bought
}

/** The result of each line, by the logs of the chain. */
export type Bought = Pick<SweepResult, 'bought' | 'paid'> & { readonly missed: readonly LeftOrMissed[] }
type LeftOrMissed = LeftOut | SweepResult['missed'][number]

const chainOf = async (context: BuyManyContext): Promise<CartChain> => {
  context.chain ??= await openCartChain(context.chainId)
  return context.chain
}

/** The wallet takes allowance and purchase in one transaction. */
async function isOneBatch(context: BuyManyContext): Promise<boolean> {
  if (context.payToken === ZERO_ADDRESS) return false
  const chain = await chainOf(context)
  return !(await isAllowed(chain, spendingOf(context))) && canBatch(chain)
}

const spendingOf = ({ payToken, symbol, lines }: BuyManyContext): Spending => ({
  token: payToken,
  symbol,
  payment: lines.reduce((sum, { pays }) => sum + pays, 0n),
  isUnlimited: false,
})

/** Takes the prices that were shown: an earlier page sent the transaction and had its answer. */
const asShown = ({ lines, payToken, to }: BuyManyContext): Cart => ({
  payToken,
  to,
  leftOut: [],
  lines: lines.map(({ terms, pays }) => ({ line: terms, pays }) as Cart['lines'][number]),
  pays: lines.reduce((sum, { pays }) => sum + pays, 0n),
})

/**
 * One tab of an account asks the wallet for a cart at a time, until it is sent: from then on its transaction says which sales it
 * buys. Browsers have locks only in a secure context.
 */
async function untilSent(account: Address, send: (sent: () => void) => Promise<void>): Promise<void> {
  if (!navigator.locks) return send(() => undefined)
  let end: Promise<void> | undefined
  await navigator.locks.request(`plinth.cart.${account}`, { ifAvailable: true }, async (lock) => {
    if (!lock) throw new AppError('WALLET_BUSY')
    await new Promise<void>((resolve) => {
      end = send(resolve)
      end.then(resolve, () => resolve())
    })
  })
  await end
}

async function pay(context: BuyManyContext, progress: Progress): Promise<void> {
  const chain = await chainOf(context)
  const { payToken, to, lines, title } = context
  const subject = subjectOf(lines.map(({ terms }) => terms))
  const about = { act: 'buyMany' as const, title, item: undefined, subject }
  const follow = (calls: ContractCall[] | undefined, onSent: () => void) => {
    const sent = (hash: string) => {
      context.hash = hash
      progress.sent(hash)
      onSent()
    }
    // A dry run of the purchase would fail before its allowance.
    return sendBatch(chain, calls, about, { ...progress, sent }, calls?.slice(0, calls.length > 1 ? -1 : 1))
  }
  if (context.isResumed || progress.resume !== undefined) return follow(undefined, () => undefined)
  await untilSent(chain.account, async (sent) => {
    const others = listPurchasesOfCart(chain.account, chain.chainId).filter(isUnderWay)
    if (others.some((entry) => entry.subject !== subject && lines.some(({ terms }) => hasSale(entry, terms))))
      throw new AppError('WALLET_BUSY')
    if (to) await requireWallet(chain, to)
    const cart = await fetchCart(chain, { payToken, to, lines: lines.map(({ terms }) => terms) })
    const first = (await isOneBatch(context)) ? await allowCalls(chain, { ...spendingOf(context), payment: cart.pays }) : []
    // In a batch the wallet chooses the limit of gas, and would find one for a single line.
    const call = cartCall(chain, cart, first.length > 0 ? cart.lines.length : 1)
    context.cart = cart
    context.keep()
    await follow([...first, call], sent)
  })
}

/** Long enough for a block to be read; after that the reasons are given as they are known. */
const READ_MS = 15_000

/** Reads the bought lines from the logs; the market knows the reasons of the others once it has read the block. */
async function readResult(chain: CartChain, cart: Cart, hash: string): Promise<Bought> {
  const logs = await chain.wallet.receiptLogs(chain.chainId, hash as `0x${string}`)
  let found = await sweepResult(chain, cart, logs)
  const [first] = found.bought
  if (first && found.missed.length > 0) {
    await untilIndexed(() => hasHappened(chain, first.line, hash), READ_MS).catch(() => undefined)
    found = await sweepResult(chain, cart, logs)
  }
  return { bought: found.bought, paid: found.paid, missed: [...cart.leftOut, ...found.missed] }
}

async function book(context: BuyManyContext): Promise<void> {
  const { hash, cart = asShown(context) } = context
  if (hash !== undefined) context.result = await readResult(await chainOf(context), cart, hash)
}

/** The result of a purchase in a block that another tab has sent. */
export const resultElsewhere = async (context: BuyManyContext, hash: string): Promise<Bought> =>
  readResult(await chainOf(context), asShown(context), hash)

/** Allows the sum of a token, sends one transaction, then reads the result of each line. */
export const buyManyFlow = (payToken: Address): Flow<BuyManyContext> => ({
  steps: [...(payToken === ZERO_ADDRESS ? [] : [permit]), { key: 'pay', run: pay }, { key: 'book', run: book }],
})

const permit: Flow<BuyManyContext>['steps'][number] = {
  key: 'allow',
  isDone: async (context) => context.isResumed || (await isOneBatch(context)) || isAllowed(await chainOf(context), spendingOf(context)),
  run: async (context, progress) => allow(await chainOf(context), spendingOf(context), progress),
}
