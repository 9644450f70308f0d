import { type Address, isEnded } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../db/columns.ts'
import { addressOf, bytes, type Db } from '../../db/database.ts'

type Place = { readonly chainId: number; readonly exchange: Address }
/** An account at an exchange, or at one of auctions: there each number of the account is valid once. */
export type MakerAt = Place & { readonly maker: Address }
/** The position of a log, for comparison with earlier ones of the chain. */
export type LogPlace = { readonly blockNumber: number; readonly index: number }

/** The account's epoch at this exchange by the canonical logs; zero where it never ended everything. */
export async function epochOf(db: Db, { chainId, exchange, maker }: MakerAt, before?: LogPlace): Promise<bigint> {
  return (await epochsOf(db, { chainId, exchange }, [maker], before)).get(maker) ?? 0n
}

/** The epochs of those accounts that ended everything, `before` a log where one is given. */
export async function epochsOf(
  db: Db,
  { chainId, exchange }: Place,
  accounts: readonly Address[],
  before?: LogPlace,
): Promise<Map<Address, bigint>> {
  const rows = await db
    .selectFrom('account_end')
    .distinctOn('account')
    .select(['account', 'epoch'])
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('account', '=', anyOf(accounts))
    .$if(before !== undefined, (query) => query.where(isBefore(before ?? { blockNumber: 0, index: 0 })))
    .orderBy('account')
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .execute()
  return new Map(rows.map((row) => [addressOf(row.account), row.epoch]))
}

/** Whether a row's log is before this one. */
export const isBefore = ({ blockNumber, index }: LogPlace): RawBuilder<boolean> =>
  sql<boolean>`(block_number, log_index) < (${blockNumber}::bigint, ${index}::int)`

/** Whether a row's sequence number is valid in one of these epochs; in epoch zero all are. */
export function isOfEpochs(epochs: readonly bigint[]): RawBuilder<boolean> {
  if (epochs.includes(0n)) return sql<boolean>`true`
  const ranges = epochs.map((epoch) => sql`sequence >= ${epoch << 24n} and sequence < ${(epoch + 1n) << 24n}`)
  return sql<boolean>`(${sql.join(ranges, sql` or `)})`
}

/** The transaction by which the account ended everything up to this number; undefined while the number is valid. */
export async function endOfNumber(db: Db, { chainId, exchange, maker }: MakerAt, sequence: bigint): Promise<Uint8Array | undefined> {
  const rows = await db
    .selectFrom('account_end')
    .select(['epoch', 'tx_hash'])
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('account', '=', bytes(maker))
    .orderBy('block_number')
    .orderBy('log_index')
    .execute()
  // A number of an epoch ends with the next end; a number of no epoch with the first.
  return rows[rows.findIndex(({ epoch }) => !isEnded(epoch, sequence)) + 1]?.tx_hash
}

/** A log by which an account ended everything up to an epoch, and its epoch before. */
export type EndLog = { readonly before: bigint; readonly epoch: bigint; readonly log: LogPlace }

/** Whether this log made a signed order or auction invalid, unless an earlier log of its own had ended it. */
export function isEndedBy(
  { sequence, listedBlock }: { readonly sequence: bigint; readonly listedBlock: number },
  { before, epoch, log }: EndLog,
): boolean {
  return !isEnded(before, sequence) && isEnded(epoch, sequence) && listedBlock <= log.blockNumber
}

/** What an account ended by logs above a block, and the epoch before them. */
export type EndsOfAccount = MakerAt & {
  /** The epoch before these logs, and those that they began. */
  readonly epochs: readonly bigint[]
  /** Each log, and the epoch that it ended. */
  readonly logs: readonly { readonly blockHash: Uint8Array; readonly index: number; readonly ended: bigint }[]
}

export async function endsAbove(db: Db, { chainId, number }: { readonly chainId: number; readonly number: number }) {
  const rows = await db
    .selectFrom('account_end')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('block_number', '>', number)
    .orderBy('block_number')
    .orderBy('log_index')
    .execute()
  const ends: EndsOfAccount[] = []
  for (const [, own] of Map.groupBy(rows, (row) => `${addressOf(row.exchange)}:${addressOf(row.account)}`)) {
    const [first] = own
    if (!first) continue
    const who = { chainId, exchange: addressOf(first.exchange), maker: addressOf(first.account) }
    const before = await epochOf(db, who, { blockNumber: first.block_number, index: first.log_index })
    const epochs = [before, ...own.map((row) => row.epoch)]
    const logs = own.map((row, at) => ({ blockHash: row.block_hash, index: row.log_index, ended: epochs[at] ?? 0n }))
    ends.push({ ...who, epochs, logs })
  }
  return ends
}
