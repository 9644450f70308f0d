import { type Address, isEnded } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../db/columns.ts'
import { addressOf, bytes, type Db } from '../../db/database.ts'

type Place = { readonly chainId: number; readonly exchange: Address }
type Account = Place & { readonly maker: Address }
/** A log, to which those before it in the chain are compared. */
export type LogPlace = { readonly blockNumber: number; readonly index: number }

/** The epoch that the account is in at this exchange, as the canonical logs have it; zero where it never ended everything. */
export async function epochOf(db: Db, { chainId, exchange, maker }: Account, before?: LogPlace): Promise<bigint> {
  return (await epochsOf(db, { chainId, exchange }, [maker], before)).get(maker) ?? 0n
}

/** Of those of these accounts that ended everything; those that did so `before` a log, where one is given. */
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

/** Of rows that name their log. */
export const isBefore = ({ blockNumber, index }: LogPlace): RawBuilder<boolean> =>
  sql<boolean>`(block_number, log_index) < (${blockNumber}::bigint, ${index}::int)`

/** Of rows with a sequence number: those that count in one of these epochs, in epoch zero all. */
export function isOfEpochs(epochs: readonly bigint[]): RawBuilder<boolean> {
  if (epochs.includes(0n)) return sql<boolean>`true`
  const ranges = epochs.map((epoch) => sql`sequence >= ${epoch << 24n} and sequence < ${(epoch + 1n) << 24n}`)
  return sql<boolean>`(${sql.join(ranges, sql` or `)})`
}

/** The transaction by which the account ended everything of this number; undefined where the number counts. */
export async function endOfNumber(db: Db, { chainId, exchange, maker }: Account, sequence: bigint): Promise<Uint8Array | undefined> {
  const rows = await db
    .selectFrom('account_end')
    .select(['epoch', 'tx_hash'])
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('account', '=', bytes(maker))
    .orderBy('block_number')
    .orderBy('log_index')
    .execute()
  // A number of an epoch is over with the end that follows it; one of no epoch with the first.
  return rows[rows.findIndex(({ epoch }) => !isEnded(epoch, sequence)) + 1]?.tx_hash
}

/** What an account ended by logs above a block, and what counted before them. */
export type EndsOfAccount = Account & {
  /** The epoch before them, and those that they began. */
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
