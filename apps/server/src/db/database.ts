import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, toAddress } from '@plinth/protocol'
import { type Dialect, Kysely, type Transaction } from 'kysely'
import type { Hex } from 'viem'
import { DatabaseAway, OutcomeUnknown } from './away.ts'
import { Kept, keepFor, keptFor } from './kept.ts'
import { changesMarket } from './market-writes.ts'
import type { AccountTables } from './schema/accounts.ts'
import type { AuctionTables } from './schema/auctions.ts'
import type { BackfillTables } from './schema/backfill.ts'
import type { BoxTables } from './schema/boxes.ts'
import type { ItemMarkTables } from './schema/item-marks.ts'
import type { JobTables } from './schema/jobs.ts'
import type { MailTables } from './schema/mail.ts'
import type { MarketTables } from './schema/market.ts'
import type { OfferTables } from './schema/offers.ts'
import type { OperatorTables } from './schema/operators.ts'
import type { OutboxTables } from './schema/outbox.ts'
import type { PortfolioTables } from './schema/portfolio.ts'
import type { RarityTables } from './schema/rarity.ts'
import type { RateTables } from './schema/rates.ts'
import type { SearchTables } from './schema/search.ts'
import type { StatisticTables } from './schema/statistics.ts'
import { watchWrites } from './watched-writes.ts'

export type Database = AccountTables &
  AuctionTables &
  BackfillTables &
  BoxTables &
  ItemMarkTables &
  JobTables &
  MailTables &
  MarketTables &
  OfferTables &
  OutboxTables &
  OperatorTables &
  PortfolioTables &
  RarityTables &
  RateTables &
  SearchTables &
  StatisticTables

export { DatabaseAway, type Kept, keptFor, OutcomeUnknown }

/** A connection or a running transaction; stores take either. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** The process has stopped and closed its database: it has cut the request, and no reader waits for the answer. */
export class DatabaseClosed extends Error {
  constructor() {
    super('The database is closed: this process has stopped')
  }
}

export function connect(dialect: Dialect): Db {
  const kept = new Kept()
  const db = new Kysely<Database>({ dialect: watchWrites(dialect, { isWatched: changesMarket, onCommit: () => kept.noteCommit() }) })
  keepFor(db, kept)
  return db
}

/**
 * Addresses and hashes are bytea: `bytes` on the way in, `addressOf` and `hexOf` on the way out. int8 (chain ids, row
 * ids, times, counters, block numbers) arrives as number, numeric(78,0) (amounts, token ids, salts) as bigint.
 */
export function bytes(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}

export function hexOf(value: Uint8Array): Hex {
  return `0x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
}

export function addressOf(value: Uint8Array): Address {
  return toAddress(hexOf(value))
}

const ATTEMPTS = 5
/**
 * serialization_failure, deadlock_detected, and the plan of a prepared statement from before a migration: the same transaction may
 * pass when run again.
 */
const RETRYABLE = new Set(['40001', '40P01', '0A000'])

/** Runs `work` in one transaction, again on `RETRYABLE`; so it must have no effects outside the database. */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit(db, work)
    } catch (error) {
      if (attempt >= ATTEMPTS || !RETRYABLE.has(sqlState(error) ?? '')) throw error
      await sleep(10 * 2 ** attempt * Math.random())
    }
  }
}

/** Statements of one moment: all see the same commits. What `db/kept.ts` keeps is read outside, or it would not be kept. */
export async function readAtOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx)
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

const waiting = new WeakMap<Tx, Set<() => void>>()
const poolOf = new WeakMap<Tx, Db>()

/** Runs `work` once `transact` has committed this transaction, never when it has not; the same function once. */
export function afterCommit(tx: Tx, work: () => void): void {
  const works = waiting.get(tx) ?? new Set()
  waiting.set(tx, works.add(work))
}

/** Sessions that this process keeps are read again: now, or once the transaction has committed. */
export function forgetSessions(db: Db): void {
  if (!db.isTransaction) keptFor(db)?.forgetSessions()
  const pool = poolOf.get(db as Tx)
  if (pool) afterCommit(db as Tx, () => keptFor(pool)?.forgetSessions())
}

async function commit<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { tx, result } = await db.transaction().execute(async (tx) => {
    poolOf.set(tx, db)
    return { tx, result: await work(tx) }
  })
  for (const after of waiting.get(tx) ?? []) after()
  return result
}

/** The five characters of PostgreSQL's error code, e.g. 23505 for a duplicate key. */
export function sqlState(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** A row, a table or its type that already exists. */
export function isDuplicate(error: unknown): boolean {
  const state = sqlState(error)
  return state === '23505' || state === '42P07' || state === '42710'
}
