import { type Address, ORDER_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { booleans, byteas, givenRows, int8s, jsons, numerics } from '../../db/columns.ts'
import { addressOf, bytes, hexOf, type Tx } from '../../db/database.ts'
import { markRemade } from '../statistics/creators.ts'
import { attributesToCount, noteAttributes } from './attributes.ts'
import { byItem, itemColumns } from './holdings.ts'
import { type Counted, countedOf, noteCounted } from './totals.ts'

type ItemKey = { readonly collection: Address; readonly tokenId: bigint }

/** What an item's transfers, orders and royalty logs say of it. */
type Facts = ItemKey & {
  readonly isMoved: boolean
  readonly isDeclared: boolean
  readonly mintTx: Hex | null
  readonly createdAt: number
  readonly creator: Address
  /** As its row named it before. */
  readonly wasCreator: Address
  readonly tradedAt: number
  readonly floor: bigint | null
  readonly royalties: string
  /** Where it was counted, and where it is to be counted. */
  readonly was: Counted
  readonly is: Counted
  readonly attributes: { readonly was: Hex | null; readonly is: Hex | null }
}

const NOWHERE: Counted = { category: null, maker: null }

/** Recomputes the facts of each item that follow from its transfers, orders and royalty logs. In one order, against deadlock. */
export async function refreshItems(tx: Tx, chainId: number, keys: Iterable<ItemKey>): Promise<void> {
  const sorted = [...keys].sort(byItem)
  if (sorted.length === 0) return
  const facts = await readFacts(tx, chainId, sorted)
  const kept = facts.filter((item) => item.isMoved || item.isDeclared)
  const gone = facts.filter((item) => !item.isMoved && !item.isDeclared)
  if (kept.length > 0) await writeFacts(tx, chainId, kept)
  await noteCounted(tx, chainId, [...kept, ...gone.map(({ was }) => ({ was, is: NOWHERE }))])
  await noteAttributes(
    tx,
    chainId,
    facts.map(({ collection, isMoved, isDeclared, attributes }) => ({
      collection,
      was: attributes.was,
      is: isMoved || isDeclared ? attributes.is : null,
    })),
  )
  if (gone.length > 0)
    await sql`delete from item using ${givenRows(itemColumns(gone))}
      where item.chain_id = ${chainId} and item.collection = given.collection and item.token_id = given.token_id`.execute(tx)
  await markRemade(tx, chainId, [...kept.filter(({ creator, wasCreator }) => creator !== wasCreator), ...gone])
}

type FactsRow = {
  collection: Uint8Array
  token_id: bigint
  is_declared: boolean
  declared_at: number
  creator: Uint8Array
  declared_royalties: unknown
  read_royalties: unknown
  mint_tx: Uint8Array | null
  minted_at: number | null
  minter: Uint8Array | null
  moved_at: number | null
  mover: Uint8Array | null
  listed_at: number | null
  sold_at: number | null
  floor: bigint | null
  bps: unknown
  is_visible: boolean
  supply: bigint
  category_id: number | null
  counted_category: number | null
  counted_maker: Uint8Array | null
  counted_attributes: Uint8Array | null
  metadata: string
}

async function readFacts(tx: Tx, chainId: number, keys: readonly ItemKey[]): Promise<Facts[]> {
  const here = (table: string) => {
    const column = (name: string) => sql.ref(`${table}.${name}`)
    return sql`${column('chain_id')} = i.chain_id and ${column('collection')} = i.collection and ${column('token_id')} = i.token_id`
  }
  const moves = (only: ReturnType<typeof sql>) => sql`lateral (
    select t.tx_hash, t.at, t.to_account from item_transfer t where ${here('t')} ${only} order by t.block_number, t.log_index, t.part limit 1)`
  // The condition leaves out `is_live`: with statistics that count no live orders, PostgreSQL would read all of them for each
  // item.
  const sales = sql`lateral (
    select max(o.created_at) as listed_at, min(o.unit_value) filter (where o.is_live) as floor
    from market_order o where ${here('o')} and o.side = ${sql.lit(ORDER_TYPE.SALE)})`
  // "Updated" counts new listings, auctions and sales, not price edits (decision 13).
  const { rows } = await sql<FactsRow>`
    select i.collection, i.token_id, i.is_declared, i.declared_at, i.creator, i.declared_royalties, i.read_royalties,
      i.is_visible, i.supply, i.category_id, i.counted_category, i.counted_maker, i.counted_attributes,
      case when i.counted_attributes is null then i.metadata else '' end as metadata,
      mint.tx_hash as mint_tx, mint.at as minted_at, mint.to_account as minter, move.at as moved_at, move.to_account as mover,
      greatest(
        sales.listed_at,
        (select max(a.created_at) from auction a where ${here('a')})
      ) as listed_at,
      sales.floor,
      greatest(
        (select max(e.at) from order_event e where ${here('e')} and e.kind = 'fill'),
        (select max(s.at) from auction_event s where ${here('s')} and s.kind = 'settle')
      ) as sold_at,
      (select l.args->'bps' from chain_log l
        where l.chain_id = i.chain_id and l.address = i.collection and l.event = 'SecondarySaleFees' and l.subject = i.token_id::text
          and l.fault is null
        order by l.block_number desc, l.log_index desc limit 1) as bps
    from ${givenRows(itemColumns(keys))}
    join item i on i.chain_id = ${chainId} and i.collection = given.collection and i.token_id = given.token_id
    left join ${moves(sql`and t.from_account = ${bytes(ZERO_ADDRESS)}`)} mint on true
    left join ${moves(sql``)} move on true
    left join ${sales} sales on true
    order by i.collection, i.token_id
    for update of i`.execute(tx)
  return rows.map(factsOf)
}

function factsOf(row: FactsRow): Facts {
  const firstTo = row.minter ?? (row.is_declared ? null : row.mover)
  const creator = addressOf(firstTo ?? row.creator)
  const { is_visible: isVisible, supply, category_id: categoryId, floor } = row
  const isMoved = row.moved_at !== null
  const is = countedOf({ isVisible, isConfirmed: isMoved, supply, isOnSale: floor !== null, categoryId, creator })
  const counted = row.counted_attributes && hexOf(row.counted_attributes)
  const paid = Array.isArray(row.bps) ? row.bps.map(Number).filter(Number.isInteger) : []
  return {
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    isMoved,
    isDeclared: row.is_declared,
    mintTx: row.mint_tx && hexOf(row.mint_tx),
    createdAt: row.minted_at ?? row.moved_at ?? row.declared_at,
    creator,
    wasCreator: addressOf(row.creator),
    tradedAt: Math.max(row.listed_at ?? 0, row.sold_at ?? 0),
    floor,
    royalties: JSON.stringify(isMoved ? (row.read_royalties ?? paid) : row.declared_royalties),
    was: { category: row.counted_category, maker: row.counted_maker && addressOf(row.counted_maker) },
    is,
    attributes: { was: counted, is: is.maker === null ? null : (counted ?? attributesToCount(row.metadata)) },
  }
}

async function writeFacts(tx: Tx, chainId: number, items: readonly Facts[]): Promise<void> {
  const given = givenRows({
    ...itemColumns(items),
    is_confirmed: booleans(items.map((item) => item.isMoved)),
    mint_tx: byteas(items.map((item) => item.mintTx)),
    created_at: int8s(items.map((item) => item.createdAt)),
    creator: byteas(items.map((item) => item.creator)),
    traded_at: int8s(items.map((item) => item.tradedAt)),
    floor: numerics(items.map((item) => item.floor)),
    royalties: jsons(items.map((item) => item.royalties)),
    counted_category: int8s(items.map(({ is }) => is.category)),
    counted_maker: byteas(items.map(({ is }) => is.maker)),
    counted_attributes: byteas(items.map(({ attributes }) => attributes.is)),
  })
  await sql`update item set is_confirmed = given.is_confirmed, mint_tx = given.mint_tx, created_at = given.created_at,
      creator = given.creator, traded_at = given.traded_at, is_on_sale = given.floor is not null, floor = given.floor,
      royalties = given.royalties, counted_category = given.counted_category, counted_maker = given.counted_maker,
      counted_attributes = given.counted_attributes
    from ${given}
    where item.chain_id = ${chainId} and item.collection = given.collection and item.token_id = given.token_id`.execute(tx)
}
