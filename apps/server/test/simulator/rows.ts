import { deepStrictEqual } from 'node:assert'
import { isDeepStrictEqual } from 'node:util'
import { type ItemCard, ItemRecord } from '@plinth/api'
import { z } from 'zod'
import type { Context, SharedContext } from '../../src/context.ts'
import { hydrateShown } from '../../src/read/record.ts'
import { rowsOf } from '../../src/read/rows.ts'
import { bothWays, everyRef } from '../acts/plain-rows.ts'
import { CHAIN_ID } from './context.ts'

const FEES = {
  buyerFeeBps: 250n,
  minSellerFeeBps: 0n,
  nextBuyerFeeBps: undefined,
  nextMinSellerFeeBps: undefined,
  feeEpoch: 0n,
  pausedUntil: 0,
} as const

/** Nodes are not asked for fees: their faults are drawn by seed, request by request. */
function quiet(context: Context): SharedContext {
  const chain = { ...context.chains.get(CHAIN_ID), fees: async () => FEES, shownFees: async () => FEES, auctionFees: async () => FEES }
  return { ...context, caller: undefined, chains: { ...context.chains, all: [chain], find: (id) => (id === CHAIN_ID ? chain : undefined) } }
}

/** Compares the row of every item with its record. @throws AssertionError if they differ and no writer was between */
export async function checkRows(context: Context): Promise<void> {
  const reads = quiet(context)
  let [rows, plain] = await bothWays(reads)
  for (let tries = 0; tries < 20 && !isDeepStrictEqual(rows, plain); tries++) {
    const before = plain
    ;[rows, plain] = await bothWays(reads)
    if (isDeepStrictEqual(before, plain)) break
  }
  deepStrictEqual(rows, plain)
}

/** Of an order: its row's number, and when a row was written. */
const OF_ROWS: ReadonlySet<string> = new Set(['id', 'updatedAt', 'updateTime'])

/** Rows and records of all items, without numbers and times that another build may give differently. */
export async function readPages(context: Context): Promise<{ rows: ItemCard[]; records: unknown }> {
  const reads = quiet(context)
  const refs = await everyRef(context)
  const records = (await hydrateShown(reads, refs)).map((record) => z.encode(ItemRecord, record))
  return {
    rows: await rowsOf(reads, refs),
    records: JSON.parse(JSON.stringify(records, (key, value: unknown) => (OF_ROWS.has(key) ? undefined : value))),
  }
}
