import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows, insertColumns, int8s, texts } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'

/** Where an item is counted: in the market under its category (0 without one), and under its maker. */
export type Counted = { readonly category: number | null; readonly maker: Address | null }

type Standing = {
  readonly isVisible: boolean
  readonly isConfirmed: boolean
  readonly supply: bigint
  readonly isOnSale: boolean
  readonly categoryId: number | null
  readonly creator: Address
}

/** The row's counterpart of the SQL condition `isThere`. */
export function countedOf({ isVisible, isConfirmed, supply, isOnSale, categoryId, creator }: Standing): Counted {
  const isListed = isVisible && (isConfirmed ? supply > 0n : isOnSale)
  return { category: isListed && isOnSale ? (categoryId ?? 0) : null, maker: isListed ? creator : null }
}

type Change = { readonly list: 'market' | 'made'; readonly account: Address | '0x'; readonly category: number; readonly by: number }

/**
 * Notes changes of the totals, in the transaction in which the items change. Rows are only added, so transactions do not wait for
 * each other; `foldTotals` adds them up later.
 */
export async function noteCounted(tx: Tx, chainId: number, moves: readonly { was: Counted; is: Counted }[]): Promise<void> {
  const sums = new Map<string, Change>()
  const add = (change: Change): void => {
    const key = `${change.list}:${change.account}:${change.category}`
    sums.set(key, { ...change, by: change.by + (sums.get(key)?.by ?? 0) })
  }
  for (const { was, is } of moves) {
    for (const [counted, by] of [
      [was, -1],
      [is, 1],
    ] as const) {
      if (counted.category !== null) add({ list: 'market', account: '0x', category: counted.category, by })
      if (counted.maker !== null) add({ list: 'made', account: counted.maker, category: 0, by })
    }
  }
  await insertChanges(
    tx,
    [...sums.values()].filter(({ by }) => by !== 0).map((change) => ({ ...change, chainId })),
  )
}

async function insertChanges(tx: Tx, changes: readonly (Change & { chainId: number })[]): Promise<void> {
  if (changes.length === 0) return
  await insertColumns(tx, 'item_total', {
    list: texts(changes.map(({ list }) => list)),
    chain_id: int8s(changes.map(({ chainId }) => chainId)),
    account: byteas(changes.map(({ account }) => account)),
    category_id: int8s(changes.map(({ category }) => category)),
    change: int8s(changes.map(({ by }) => by)),
  })
}

/** How many items are on sale, of these categories or of all. */
export function marketTotal(chainIds: readonly number[], categories: readonly bigint[]): RawBuilder<number> {
  const only = categories.length === 0 ? sql`` : sql`and category_id in (${sql.join(categories.map(Number))})`
  return sumOf(sql`list = 'market' and account = '' and chain_id in (${sql.join([...chainIds])}) ${only}`)
}

/** How many items an account made. */
export async function countMade(db: Db, chainIds: readonly number[], maker: Address): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${madeTotal(chainIds, maker)} as total`.execute(db)
  return rows[0]?.total ?? 0
}

export function madeTotal(chainIds: readonly number[], maker: Address): RawBuilder<number> {
  return sumOf(sql`list = 'made' and account = ${bytes(maker)} and chain_id in (${sql.join([...chainIds])})`)
}

const sumOf = (where: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(change), 0)::bigint from item_total where ${where})`

const KEY = sql`list, chain_id, account, category_id`
const MOST_FOLDED = 500

type Row = { list: Change['list']; chain_id: number; account: Uint8Array; category_id: number; change: number }

/** Folds all rows of one total into one. Returns whether there may be more. */
export async function foldTotals(tx: Tx): Promise<boolean> {
  const { rows: many } =
    await sql<Row>`select ${KEY}, 0 as change from item_total group by ${KEY} having count(*) > 1 limit ${MOST_FOLDED}`.execute(tx)
  if (many.length === 0) return false
  const given = givenRows({
    given_list: texts(many.map((row) => row.list)),
    given_chain: int8s(many.map((row) => row.chain_id)),
    given_account: byteas(many.map(accountOf)),
    given_category: int8s(many.map((row) => row.category_id)),
  })
  const { rows } = await sql<Row>`delete from item_total using ${given} where list = given_list and chain_id = given_chain
    and account = given_account and category_id = given_category returning ${KEY}, change`.execute(tx)
  const sums = Map.groupBy(rows, (row) => `${row.list}:${row.chain_id}:${accountOf(row)}:${row.category_id}`)
  const folded = [...sums.values()].flatMap((same) => {
    const by = same.reduce((sum, row) => sum + row.change, 0)
    const [first] = same
    return first && by !== 0
      ? [{ list: first.list, chainId: first.chain_id, account: accountOf(first), category: first.category_id, by }]
      : []
  })
  await insertChanges(tx, folded)
  return many.length === MOST_FOLDED
}

const accountOf = ({ account }: { account: Uint8Array }): Address | '0x' => (account.length === 0 ? '0x' : addressOf(account))

const LISTED = sql`is_visible and case when is_confirmed then supply > 0 else is_on_sale end`

/** Where each row of `item` should be counted. */
export const toBeCounted = {
  category: sql<number | null>`case when is_on_sale and ${LISTED} then coalesce(category_id, 0) end`,
  maker: sql<Uint8Array | null>`case when ${LISTED} then creator end`,
}

/** The totals that follow from the items' rows. */
export const countedNow = sql`
  select 'market' as list, chain_id, ''::bytea as account, counted_category as category_id, count(*) as total from item
  where counted_category is not null group by chain_id, counted_category
  union all
  select 'made', chain_id, counted_maker, 0, count(*) from item where counted_maker is not null group by chain_id, counted_maker`

/** Recounts all totals; of one chain where it is given. */
export async function recountTotals(tx: Tx, chainId?: number): Promise<void> {
  const here = chainId === undefined ? sql`true` : sql`chain_id = ${chainId}`
  await sql`update item set counted_category = ${toBeCounted.category}, counted_maker = ${toBeCounted.maker} where ${here}
    and (counted_category is distinct from ${toBeCounted.category} or counted_maker is distinct from ${toBeCounted.maker})`.execute(tx)
  await sql`delete from item_total where ${here}`.execute(tx)
  await sql`insert into item_total (list, chain_id, account, category_id, change)
    select list, chain_id, account, category_id, total from (${countedNow}) now where ${here}`.execute(tx)
}
