import { type Address, HISTORY_TYPE, type HistoryType } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { addressOf, bytes, type Db } from '../../db/database.ts'
import type { OrderSnapshot } from '../../db/schema/market.ts'

/** Values of the last row's sort columns. */
export type After = readonly string[]

export type HolderRow = { readonly owner: Address; readonly items: number; readonly units: bigint }
type Named = { readonly chainId: number; readonly collection: Address }

/** Holders after (units, owner), the largest first. */
export async function listHolders(db: Db, { chainId, collection }: Named, after: After | undefined, limit: number): Promise<HolderRow[]> {
  const [units, owner] = after ?? []
  const isAfter = after ? sql`and units <= ${units}::numeric and (units < ${units}::numeric or owner > decode(${owner}, 'hex'))` : sql``
  const { rows } = await sql<{ owner: Uint8Array; items: number; units: bigint }>`select owner, items, units from collection_holder
    where chain_id = ${chainId} and collection = ${bytes(collection)} ${isAfter} order by units desc, owner limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, owner: addressOf(row.owner) }))
}

/** How many hold 1, 2 to 3, 4 to 9, 10 to 24, and 25 units and more. */
export async function spreadHolders(db: Db, { chainId, collection }: Named): Promise<number[]> {
  const part = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`
  const { rows } = await sql<{ spread: number[] }>`select array[${part(sql`units = 1`)}, ${part(sql`units between 2 and 3`)},
      ${part(sql`units between 4 and 9`)}, ${part(sql`units between 10 and 24`)}, ${part(sql`units >= 25`)}]::int[] as spread
    from collection_holder where chain_id = ${chainId} and collection = ${bytes(collection)}`.execute(db)
  return rows[0]?.spread ?? [0, 0, 0, 0, 0]
}

export type ActivityRow = {
  readonly id: number
  readonly chain_id: number
  readonly collection: Uint8Array
  readonly token_id: bigint
  readonly name: string
  readonly type: number
  readonly from_account: Uint8Array
  readonly to_account: Uint8Array | null
  readonly snapshot: OrderSnapshot | null
  readonly quantity: bigint
  readonly is_left_out: boolean
  readonly tx_hash: Uint8Array | null
  readonly created_at: number
}

export type ActivityOf = {
  readonly chainIds: readonly number[]
  readonly collection?: Address | undefined
  readonly account?: Address | undefined
  readonly kinds: readonly HistoryType[]
}

/**
 * Acts after (time, id), newest first, without those of hidden items. Rows never change their time or id, so a row that is there all
 * the time is found once, whatever comes and goes (READ-08). Of a market or a collection each kind is walked in its own index; of an
 * account, what it did and what was done to it. Only feeds of a collection have mints, transfers and burns, for which there is no other
 * index.
 */
export async function listActivity(db: Db, of: ActivityOf, after: After | undefined, limit: number): Promise<ActivityRow[]> {
  const [at, id] = after ?? []
  const isAfter = after ? sql`and (a.created_at, a.id) < (${at}::bigint, ${id}::bigint)` : sql``
  const newest = sql`order by a.created_at desc, a.id desc limit ${limit}`
  const shown = sql`from activity a join item i on i.chain_id = a.chain_id and i.collection = a.collection and i.token_id = a.token_id and i.is_visible`
  const inCollection = of.collection ? sql`and a.collection = ${bytes(of.collection)}` : sql``
  const chains = sql`(values ${sql.join(of.chainIds.map((chainId) => sql`(${chainId}::bigint)`))}) as c(chain_id)`
  const kinds = sql`(values ${sql.join(of.kinds.map((kind) => sql`(${kind}::int)`))}) as k(type)`
  const columns = sql`a.*, i.name`
  const ofAccount = (condition: RawBuilder<unknown>) => sql`(select ${columns} ${shown} where ${condition} ${inCollection}
    and a.type < ${sql.lit(HISTORY_TYPE.MINT)} and a.chain_id in (select chain_id from ${chains}) and a.type in (select type from ${kinds}) ${isAfter} ${newest})`
  const account = of.account && bytes(of.account)
  const found = account
    ? sql`${ofAccount(sql`a.from_account = ${account}`)} union all
        ${ofAccount(sql`a.to_account = ${account} and a.to_account <> a.from_account`)}`
    : sql`select a.* from ${chains} cross join ${kinds} cross join lateral (
        select ${columns} ${shown} where a.chain_id = c.chain_id ${of.collection ? inCollection : sql`and a.type < ${sql.lit(HISTORY_TYPE.MINT)}`}
          and a.type = k.type ${isAfter} ${newest}) a`
  const { rows } = await sql<ActivityRow>`
    select a.id, a.chain_id, a.collection, a.token_id, a.name, a.type, a.from_account, a.to_account, a.snapshot, a.quantity, a.tx_hash,
      a.created_at, coalesce(not s.is_counted, false) as is_left_out
    from (select a.* from (${found}) a ${newest}) a
    left join sale s on s.chain_id = a.chain_id and s.block_hash = a.block_hash and s.log_index = a.log_index
    ${sql`order by a.created_at desc, a.id desc`}`.execute(db)
  return rows
}

export type RankedAccountRow = {
  readonly account: Address
  readonly bought: number
  readonly bought_volume: bigint
  readonly sold: number
  readonly sold_volume: bigint
  readonly made: number
  readonly made_volume: bigint
}

export type PeopleBy = keyof typeof SIDES

const SIDES = {
  bought: { volume: sql.ref('bought_volume'), isAny: sql`bought > 0` },
  sold: { volume: sql.ref('sold_volume'), isAny: sql`sold > 0` },
  made: { volume: sql.ref('made_volume'), isAny: sql`made > 0` },
} as const

/** Accounts after (volume, account), the largest first. */
export async function listAccounts(
  db: Db,
  { chainId, money, by }: { readonly chainId: number; readonly money: Address; readonly by: PeopleBy },
  after: After | undefined,
  limit: number,
): Promise<RankedAccountRow[]> {
  const { volume, isAny } = SIDES[by]
  const [value, last] = after ?? []
  const isAfter = after
    ? sql`and ${volume} <= ${value}::numeric and (${volume} < ${value}::numeric or account > decode(${last}, 'hex'))`
    : sql``
  const { rows } = await sql<Omit<RankedAccountRow, 'account'> & { account: Uint8Array }>`
    select account, bought, bought_volume, sold, sold_volume, made, made_volume from account_stat
    where chain_id = ${chainId} and money = ${bytes(money)} and ${isAny} ${isAfter} order by ${volume} desc, account limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, account: addressOf(row.account) }))
}

export async function readAccount(db: Db, chainIds: readonly number[], account: Address) {
  return db
    .selectFrom('account_stat')
    .selectAll()
    .where('account', '=', bytes(account))
    .where('chain_id', 'in', [...chainIds])
    .orderBy('chain_id')
    .orderBy('money')
    .execute()
}
