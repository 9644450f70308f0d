import { AppError } from '@plinth/api'
import { type Address, ASSET_TYPE, MAX_UINT256, moneyOf } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { RequestContext } from '../../context.ts'
import { consumeAttempt } from '../rate-limits/service.ts'
import type { OrderSides } from './shape.ts'

/** Orders of one account at one chain. */
export type OfMany<Order> = { readonly maker: Address; readonly chainId: number; readonly orders: readonly Order[] }

export type ManySale = {
  readonly collection: Address
  readonly tokenId: bigint
  readonly assetType: number
  readonly quantity: bigint
  /** Of one, in base units of the pay token. */
  readonly unitPrice: bigint
  readonly payToken: Address
}

/** What became of one of many orders. */
export type Outcome<T> = { readonly value: T } | { readonly refused: AppError }

/** Orders of one account, or of one address, in ten minutes: a person lists a thousand, and changes them. */
const ORDERS = { most: 4_000, inS: 600 }

/** The chain of a call for many orders, whose caller is their maker. @throws AppError */
export async function openMany(
  context: RequestContext,
  act: 'prepare' | 'submit',
  { maker, chainId, orders }: OfMany<unknown>,
): Promise<Chain> {
  if (context.requireCaller().address !== maker) throw new AppError('NOT_AUTHORISED')
  const chain = await context.chains.resolveForWrite({ chainId })
  await chain.requireTrusted()
  // Each order costs as much as a call of its own.
  for (const whose of [maker, context.ip])
    await consumeAttempt(context.db, ['many orders', act, whose], ORDERS, context.clock.now(), orders.length)
  return chain
}

/** @throws AppError ORDER_SHAPE, also for an item that its sale would mint: it is sold by a signature of its own */
export function sidesOfSale(maker: Address, { collection, tokenId, assetType, quantity, unitPrice, payToken }: ManySale): OrderSides {
  const buying = unitPrice * quantity
  if (buying > MAX_UINT256 || (assetType !== ASSET_TYPE.ERC721 && assetType !== ASSET_TYPE.ERC1155)) throw new AppError('ORDER_SHAPE')
  const { token, tokenId: none, assetType: kind } = moneyOf(payToken)
  return {
    maker,
    sellToken: collection,
    sellTokenId: tokenId,
    sellType: assetType,
    selling: quantity,
    buyToken: token,
    buyTokenId: none,
    buyType: kind,
    buying,
  }
}

/** Orders of one call that are looked at side by side: each takes a few questions to database and node. */
const AT_ONCE = 6

/** Asks for each, some at a time, in their order. A refusal is that of one alone; any other failure ends all. */
export async function eachOf<T, R>(list: readonly T[], ask: (each: T, at: number) => Promise<R>): Promise<Outcome<R>[]> {
  const outcomes: Outcome<R>[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < list.length; at = next++) outcomes[at] = await outcomeOf(() => ask(list[at] as T, at))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcomes
}

/** Of these no order is to blame. */
const OF_ALL: ReadonlySet<string> = new Set(['CHAIN_UNREACHABLE', 'CHAIN_STOPPED', 'MARKET_PAUSED'])

export async function outcomeOf<T>(ask: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await ask() }
  } catch (error) {
    if (error instanceof AppError && !OF_ALL.has(error.code)) return { refused: error }
    throw error
  }
}

/** The same question for the orders that passed. */
export async function thenEach<T, R>(outcomes: readonly Outcome<T>[], ask: (each: T, at: number) => Promise<R>): Promise<Outcome<R>[]> {
  return await eachOf(outcomes, async (outcome, at) => {
    if ('refused' in outcome) throw outcome.refused
    return ask(outcome.value, at)
  })
}
