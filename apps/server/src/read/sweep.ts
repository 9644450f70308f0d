import { AppError, type CartLine, type Catalogue, type Input, MOST_LINES, type SweepPage } from '@plinth/api'
import { type Address, feeOf as feeOfPrice, ORDER_TYPE, unitsPaid } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { SharedContext } from '../context.ts'
import { addressOf, bytes } from '../db/database.ts'
import { gatedReads } from '../db/gate.ts'
import { GIVEN, givenPage, type ItemRef, isOfKey } from '../db/item-keys.ts'
import { isFailing, isOpenToAll } from '../state/statistics/floors.ts'
import { checkLines } from './cart.ts'
import { answerTo } from './explore/explore.ts'
import { writePosition } from './explore/position.ts'
import { readMoneys } from './explore/present-moneys.ts'
import { readQuestion, timesOf } from './explore/question.ts'
import { presentFees } from './orders.ts'

type Asked = Input<Catalogue['sweep']['candidates']>

const PAGE = 200
/** A sweep may miss sales behind this many items whose cheapest sale is for another money. */
const MOST_PAGES = 10
const MOST_ASKS = 1_000

const refused = (field: string, reason: string) => new AppError('BAD_ARGUMENT_VALUE', { field, reason })

/** @throws AppError BAD_ARGUMENT_VALUE, LIST_NOT_READY, CHAIN_UNKNOWN */
export async function sweepCandidates(context: SharedContext, asked: Asked): Promise<SweepPage> {
  const { payToken, tokenId, units, budget } = asked
  const chain = context.chains.get(payToken.chainId)
  if (units === undefined && budget === undefined) throw refused('units', 'missing')
  const most = tokenId === undefined ? BigInt(MOST_LINES) : undefined
  if (most !== undefined && units !== undefined && units > most) throw refused('units', 'too large')
  const fees = await presentFees(context)
  const goal: Goal = {
    units: units ?? most,
    budget,
    feeOf: ({ collection, seller: maker, salt }) => fees({ chainId: chain.id, side: ORDER_TYPE.SALE, salt, collection, maker }),
  }
  const answers = await gatedReads(context.db, 'sweep', async () => {
    const lines = await (tokenId === undefined ? cheapestOf : cheapestOfOne)(context, chain, asked, goal)
    return checkLines(context, lines)
  })
  const list = answers.filter(({ sale, reason }) => sale !== undefined && reason === undefined)
  let [price, charged, taken] = [0n, 0n, 0n]
  for (const { line, sale } of list) {
    const whole = (sale?.unitPrice ?? 0n) * line.quantity
    price += whole
    charged += feeOfPrice(whole, BigInt(sale?.buyerFee ?? 0))
    taken += line.quantity
  }
  return { list, units: taken, price, fees: charged, pays: price + charged }
}

/** The bounds of a sweep: units, money with fees, or both. */
type Goal = {
  readonly units: bigint | undefined
  readonly budget: bigint | undefined
  readonly feeOf: (ask: Ask) => number
}

type Ask = Omit<CartLine, 'quantity'> & { readonly unitPrice: bigint; readonly left: bigint; readonly since: number; readonly id: number }

async function cheapestOfOne(context: SharedContext, chain: Chain, { collections, tokenId = 0n, payToken }: Asked, goal: Goal) {
  const [collection] = collections ?? []
  if (!collection || collections?.length !== 1 || collection.chainId !== chain.id) throw refused('tokenId', 'of one collection alone')
  const asks = await readAsks(context, chain, payToken.address, [{ chainId: chain.id, collection: collection.address, tokenId }])
  return choose(asks, goal).lines
}

/** Walks items from the cheapest on, until no later one can have a cheaper sale for this money. */
async function cheapestOf(context: SharedContext, chain: Chain, asked: Asked, goal: Goal): Promise<CartLine[]> {
  const moneys = await readMoneys(context)
  const weight = moneys.find(chain.id, asked.payToken.address)?.weight
  const asks: Ask[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const filters = { ...asked, chains: [chain.id], payTokens: [asked.payToken], sort: 'priceLow' as const, cursor, limit: PAGE }
    const { list } = await answerTo(
      context,
      readQuestion(filters, timesOf(context), () => moneys),
    )
    asks.push(...(await readAsks(context, chain, asked.payToken.address, list)))
    const last = list.at(-1)
    if (!last || list.length < PAGE) break
    if (weight !== undefined) {
      const isDone =
        last.class !== 0 ||
        choose(
          asks.filter((ask) => ask.unitPrice * weight <= last.value),
          goal,
        ).isFull
      if (isDone) break
    }
    cursor = writePosition(last, 'priceLow')
  }
  return choose(asks, goal).lines
}

/** The cheapest first; `isFull` where dearer ones would change nothing. */
function choose(asks: readonly Ask[], { units, budget, feeOf }: Goal): { readonly lines: CartLine[]; readonly isFull: boolean } {
  const lines: CartLine[] = []
  let [wanted, money] = [units, budget]
  for (const ask of asks.toSorted(byPrice)) {
    const { chainId, collection, tokenId, seller, salt, unitPrice, left } = ask
    const fee = BigInt(feeOf(ask))
    const paid = money === undefined ? left : unitsPaid(unitPrice, fee, money)
    const quantity = [left, paid, wanted ?? left].reduce((least, each) => (each < least ? each : least))
    if (quantity <= 0n || lines.length === MOST_LINES) return { lines, isFull: true }
    lines.push({ chainId, collection, tokenId, seller, salt, quantity })
    if (wanted !== undefined) wanted -= quantity
    if (money !== undefined) money -= unitPrice * quantity + feeOfPrice(unitPrice * quantity, fee)
  }
  return { lines, isFull: wanted === 0n || lines.length === MOST_LINES }
}

const byPrice = (a: Ask, b: Ask): number =>
  a.unitPrice < b.unitPrice ? -1 : a.unitPrice > b.unitPrice ? 1 : a.since - b.since || a.id - b.id

type AskRow = {
  readonly id: number
  readonly collection: Uint8Array
  readonly token_id: bigint
  readonly maker: Uint8Array
  readonly salt: bigint
  readonly unit_price: bigint
  readonly units_left: bigint
  readonly created_at: number
}

/** Sales of these items for this money that anybody but the caller may take, and whose last dry run did not fail. */
async function readAsks({ db, caller }: SharedContext, chain: Chain, payToken: Address, refs: readonly ItemRef[]): Promise<Ask[]> {
  if (refs.length === 0) return []
  const isOthers = caller ? sql`o.maker <> ${bytes(caller.address)}` : sql`true`
  const { rows } = await sql<AskRow>`
    select o.id, o.collection, o.token_id, o.maker, o.salt, div(o.total, greatest(o.quantity, 1)) as unit_price,
      o.quantity - o.filled_items as units_left, o.created_at
    from ${givenPage(refs)} join market_order o on ${isOfKey('o', GIVEN)}
    where o.status = 0 and o.pay_token = ${bytes(payToken)} and o.exchange = ${bytes(chain.config.contracts.exchange)}
      and ${isOpenToAll(chain.now())} and not ${isFailing} and ${isOthers}
    order by unit_price, o.created_at, o.id limit ${sql.lit(MOST_ASKS)}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    chainId: chain.id,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    seller: addressOf(row.maker),
    salt: row.salt,
    unitPrice: row.unit_price,
    left: row.units_left,
    since: row.created_at,
  }))
}
