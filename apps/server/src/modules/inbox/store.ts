import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, givenRows, int8s } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import { type PageOf, pageBounds } from '../../db/paging.ts'

/** Open offers that an account can decline, and others that it can block. */
export const MOST_PASSED = 1_000

/** Forgets declines of ended offers. Returns false if the account has declined the most open offers. */
export async function insertDecline(tx: Tx, account: Address, orderId: number, now: number): Promise<boolean> {
  await sql`delete from offer_decline d using market_order o
    where d.account = ${bytes(account)} and o.id = d.order_id and o.status <> 0 and d.order_id <> ${orderId}`.execute(tx)
  const { rows } = await sql<{ is_room: boolean }>`select count(*) < ${MOST_PASSED} or bool_or(order_id = ${orderId}) as is_room
    from offer_decline where account = ${bytes(account)}`.execute(tx)
  if (!rows[0]?.is_room) return false
  await tx
    .insertInto('offer_decline')
    .values({ account: bytes(account), order_id: orderId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

export async function deleteDecline(db: Db, account: Address, orderId: number): Promise<void> {
  await db.deleteFrom('offer_decline').where('account', '=', bytes(account)).where('order_id', '=', orderId).execute()
}

/** Returns false if the account has blocked the most others. */
export async function insertBlock(tx: Tx, account: Address, maker: Address, now: number): Promise<boolean> {
  const { rows } = await sql<{ is_room: boolean }>`select count(*) < ${MOST_PASSED} or bool_or(maker = ${bytes(maker)}) as is_room
    from maker_block where account = ${bytes(account)}`.execute(tx)
  if (!rows[0]?.is_room) return false
  await tx
    .insertInto('maker_block')
    .values({ account: bytes(account), maker: bytes(maker), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

export async function deleteBlock(db: Db, account: Address, maker: Address): Promise<void> {
  await db.deleteFrom('maker_block').where('account', '=', bytes(account)).where('maker', '=', bytes(maker)).execute()
}

export type Block = { readonly maker: Address; readonly createdAt: number }

/** The newest first. */
export async function listBlocks(db: Db, account: Address, page: PageOf) {
  const { rows } = await sql<{ maker: Uint8Array; created_at: number; total_rows: number }>`
    select maker, created_at, count(*) over () as total_rows from maker_block where account = ${bytes(account)}
    order by created_at desc, maker limit ${page.limit} offset ${(page.page - 1) * page.limit}`.execute(db)
  const blocks = rows.map(({ maker, created_at }): Block => ({ maker: addressOf(maker), createdAt: created_at }))
  return { blocks, counts: pageBounds(rows[0]?.total_rows ?? 0, page).counts }
}

export type Passed = { readonly id: bigint; readonly isDeclined: boolean; readonly isBlocked: boolean }

/** Those of these orders that the account has declined, or whose maker it has blocked. */
export async function passedAmong(db: Db, account: Address, ids: readonly bigint[]): Promise<Passed[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; is_declined: boolean; is_blocked: boolean }>`
    select o.id, d.order_id is not null as is_declined, b.maker is not null as is_blocked
    from ${givenRows({ id: int8s(ids.map(Number)) })} join market_order o on o.id = given.id
      left join offer_decline d on d.account = ${bytes(account)} and d.order_id = o.id
      left join maker_block b on b.account = ${bytes(account)} and b.maker = o.maker
    where d.order_id is not null or b.maker is not null order by o.id`.execute(db)
  return rows.map(({ id, is_declined, is_blocked }) => ({ id: BigInt(id), isDeclined: is_declined, isBlocked: is_blocked }))
}

export async function findLeast(db: Db, account: Address): Promise<number> {
  const row = await db.selectFrom('inbox_setting').select('least').where('account', '=', bytes(account)).executeTakeFirst()
  return row?.least ?? 0
}

export async function storeLeast(db: Db, account: Address, least: number): Promise<void> {
  await db
    .insertInto('inbox_setting')
    .values({ account: bytes(account), least })
    .onConflict((conflict) => conflict.column('account').doUpdateSet({ least }))
    .execute()
}

/** Moves declines, blocks and minimum of `from` to `to`, which keeps its own; blocks of `from` follow. */
export async function moveRows(tx: Tx, from: Address, to: Address): Promise<void> {
  const [old, next] = [bytes(from), bytes(to)]
  await sql`insert into offer_decline select ${next}::bytea, order_id, created_at from offer_decline where account = ${old}
    on conflict do nothing`.execute(tx)
  await sql`insert into maker_block select ${next}::bytea, maker, created_at from maker_block where account = ${old} and maker <> ${next}
    on conflict do nothing`.execute(tx)
  await sql`insert into inbox_setting select ${next}::bytea, least from inbox_setting where account = ${old} on conflict do nothing`.execute(
    tx,
  )
  await deleteRows(tx, from)
}

export async function deleteRows(tx: Tx, account: Address): Promise<void> {
  for (const table of ['offer_decline', 'maker_block', 'inbox_setting'] as const)
    await tx.deleteFrom(table).where('account', '=', bytes(account)).execute()
}

/** Filters the accounts: none that blocked the maker, or whose minimum is above this percentage of the floor. */
export async function notifiedAmong(
  db: Db,
  accounts: readonly Address[],
  { orderId, maker, percent }: { readonly orderId: number; readonly maker: Address; readonly percent: number | undefined },
): Promise<Address[]> {
  const { rows } = await sql<{ account: Uint8Array }>`select given.account from ${givenRows({ account: byteas(accounts) })}
    left join inbox_setting s on s.account = given.account
    where given.account <> ${bytes(maker)} and coalesce(s.least, 0) <= ${percent ?? 1_000}
      and not exists (select from maker_block b where b.account = given.account and b.maker = ${bytes(maker)})
      and not exists (select from offer_decline d where d.account = given.account and d.order_id = ${orderId})`.execute(db)
  return rows.map(({ account }) => addressOf(account))
}
