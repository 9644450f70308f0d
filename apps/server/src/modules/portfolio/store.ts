import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import { givenItems, type ItemRef } from '../../db/item-keys.ts'

/** Works for which an account chooses whether it sees them. */
export const MOST_CHOICES = 10_000

/** Stores the choice for works that the account holds, and forgets those of works that have left it. Returns false if it has made the most choices. */
export async function insertChoices(
  tx: Tx,
  account: Address,
  items: readonly ItemRef[],
  { isHidden, now }: { readonly isHidden: boolean; readonly now: number },
): Promise<boolean> {
  const me = bytes(account)
  await sql`delete from work_choice w where w.account = ${me} and not exists (select from holding h where h.chain_id = w.chain_id
    and h.collection = w.collection and h.token_id = w.token_id and h.owner = ${me} and h.quantity > 0)`.execute(tx)
  await sql`insert into work_choice (account, chain_id, collection, token_id, is_hidden, created_at)
    select ${me}::bytea, given.given_chain, given.collection, given.token_id, ${isHidden}::boolean, ${now}::bigint from ${givenItems(items)}
    join holding h on h.chain_id = given.given_chain and h.collection = given.collection and h.token_id = given.token_id
      and h.owner = ${me} and h.quantity > 0
    on conflict (account, chain_id, collection, token_id) do update set is_hidden = excluded.is_hidden, created_at = excluded.created_at`.execute(
    tx,
  )
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from work_choice where account = ${me}`.execute(tx)
  return (rows[0]?.many ?? 0) <= MOST_CHOICES
}

export async function listChoices(db: Db, account: Address) {
  const rows = await db.selectFrom('work_choice').selectAll().where('account', '=', bytes(account)).orderBy('created_at', 'desc').execute()
  return rows.map((row) => ({
    chainId: row.chain_id,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    isHidden: row.is_hidden,
    createdAt: row.created_at,
  }))
}

/** Moves the choices of `from` to `to`, which keeps its own. */
export async function moveRows(tx: Tx, from: Address, to: Address): Promise<void> {
  await sql`insert into work_choice select ${bytes(to)}::bytea, chain_id, collection, token_id, is_hidden, created_at from work_choice
    where account = ${bytes(from)} on conflict do nothing`.execute(tx)
  await deleteRows(tx, from)
}

export async function deleteRows(tx: Tx, account: Address): Promise<void> {
  await tx.deleteFrom('work_choice').where('account', '=', bytes(account)).execute()
}
