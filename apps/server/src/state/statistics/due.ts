import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, givenRows } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'

/**
 * Marks collections whose periods are to be computed. The update locks a present mark until this transaction ends, so that the job
 * does not delete it for figures which it can't see yet.
 */
export async function markDue(tx: Tx, chainId: number, collections: Iterable<Address>): Promise<void> {
  const sorted = [...new Set(collections)].sort()
  if (sorted.length === 0) return
  await sql`insert into statistic_due (chain_id, collection, is_whole) select ${chainId}::bigint, given.collection, false
    from ${givenRows({ collection: byteas(sorted) })}
    on conflict (chain_id, collection) do update set is_whole = statistic_due.is_whole`.execute(tx)
}

/** Marks collections all of whose figures are to be computed from the history. */
export async function markWhole(tx: Tx, chainId: number, collections: Iterable<Address>): Promise<void> {
  const sorted = [...collections].sort()
  if (sorted.length === 0) return
  await sql`insert into statistic_due (chain_id, collection, is_whole) select ${chainId}::bigint, given.collection, true
    from ${givenRows({ collection: byteas(sorted) })}
    on conflict (chain_id, collection) do update set is_whole = true`.execute(tx)
}

/** Marks every collection with a sale in this pay token. */
export async function markAllWhole(tx: Tx, chainId: number, payToken: Address): Promise<void> {
  await sql`insert into statistic_due (chain_id, collection, is_whole)
    select distinct chain_id, collection, true from sale where chain_id = ${chainId} and pay_token = ${bytes(payToken)}
    on conflict (chain_id, collection) do update set is_whole = true`.execute(tx)
}

/** Marks every collection with a sale, of all chains. */
export async function markAllSold(tx: Tx): Promise<void> {
  await sql`insert into statistic_due (chain_id, collection, is_whole) select distinct chain_id, collection, true from sale
    on conflict (chain_id, collection) do update set is_whole = true`.execute(tx)
}

/** Chains with any mark. */
export async function chainsWithDue(db: Db): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('statistic_due').select('chain_id').distinct().execute()
  return new Set(rows.map((row) => row.chain_id))
}

export async function findWhole(tx: Tx, chainId: number): Promise<Address | undefined> {
  const row = await tx
    .selectFrom('statistic_due')
    .select('collection')
    .where('chain_id', '=', chainId)
    .where('is_whole', '=', true)
    .orderBy('collection')
    .limit(1)
    .executeTakeFirst()
  return row && addressOf(row.collection)
}

/** Takes the marks of some collections whose figures are whole; those that a writer holds wait for the next time. */
export async function takeDue(tx: Tx, chainId: number, most: number): Promise<Address[]> {
  const { rows } = await sql<{ collection: Uint8Array }>`delete from statistic_due where chain_id = ${chainId} and collection in (
      select collection from statistic_due where chain_id = ${chainId} and not is_whole order by collection limit ${most} for update skip locked)
    returning collection`.execute(tx)
  return rows.map((row) => addressOf(row.collection))
}
