import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { anyOf } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx, transact } from '../../db/database.ts'

/** A collection is read again at most so often, however often its contract says it has changed. */
const READ_AGAIN_S = 10
/** A claim whose process died is taken up again after this. */
const CLAIM_S = 600

type Where = { readonly tx: Tx; readonly chainId: number }

/** The contract reports a change of its contractURI: it is read again, and the known text stays shown until then. */
export async function forgetCollectionText({ tx, chainId }: Where, address: Address): Promise<void> {
  await tx
    .updateTable('collection')
    .set({
      metadata_next_at: sql<number>`case when metadata_read_at = 0 then 0 else metadata_read_at + ${sql.lit(READ_AGAIN_S)} end`,
      metadata_tries: 0,
    })
    .where('chain_id', '=', chainId)
    .where('address', '=', bytes(address))
    .execute()
}

export type DueCollection = {
  readonly id: number
  /** Its owner, who can make any number of them due. */
  readonly by: Address
  readonly chainId: number
  readonly address: Address
  readonly url: string
  readonly tries: number
  readonly claim: number
}

/** Since when the collection is due that waits longest, `now` where none is; one that was never read since it came to the market. */
export async function oldestDueCollection(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ since: number | null }>`
    select min(greatest(metadata_next_at, case when metadata_read_at = 0 then created_at end)) as since
    from collection where metadata_next_at <= ${now} and address is not null`.execute(db)
  return rows[0]?.since ?? now
}

/** Takes up to `most` collections that are due, one of each owner but these, longest due first. */
export async function claimDueCollections(db: Db, now: number, most: number, except: readonly Address[]): Promise<DueCollection[]> {
  const claim = now + CLAIM_S
  return transact(db, async (tx) => {
    const firstOfOwners = tx
      .selectFrom('collection')
      .distinctOn('owner')
      .select('id')
      .where('metadata_next_at', '<=', now)
      .where('address', 'is not', null)
      .where(({ not, eb }) => not(eb('owner', '=', anyOf(except))))
      .orderBy('owner')
      .orderBy('metadata_next_at')
    const rows = await tx
      .selectFrom('collection')
      .select(['id', 'chain_id', 'address', 'owner', 'metadata_url', 'metadata_tries'])
      .where('id', 'in', firstOfOwners)
      .where('metadata_next_at', '<=', now)
      .orderBy('metadata_next_at')
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0)
      await tx.updateTable('collection').set({ metadata_next_at: claim, metadata_read_at: now }).where('id', 'in', ids).execute()
    return rows.flatMap(({ id, chain_id: chainId, address, owner, metadata_url: url, metadata_tries: tries }) =>
      address ? [{ id, by: addressOf(owner), chainId, address: addressOf(address), url, tries, claim }] : [],
    )
  })
}
