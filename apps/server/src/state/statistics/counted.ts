import { type Address, TOKEN_STANDARD } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Hex } from 'viem'
import { byteas, givenRows, numerics } from '../../db/columns.ts'
import { addressOf, hexOf, type Tx } from '../../db/database.ts'
import type { ItemKey } from '../dirty-keys.ts'

const DAY_S = 86_400
/** An ERC721 that returns to one of its sellers so soon was not sold, by however many hands it went. */
export const RETURN_S = 7 * DAY_S
/** Two accounts that traded an item so shortly before trade it among themselves; of an edition there may be others. */
const PAIR_S = { single: 30 * DAY_S, edition: 7 * DAY_S } as const
/** How far after a sale others of its item may depend on it. */
export const REACH_S = PAIR_S.single

const isSameItem = (one: string) =>
  sql`${sql.ref(`${one}.chain_id`)} = sale.chain_id and ${sql.ref(`${one}.collection`)} = sale.collection and ${sql.ref(`${one}.token_id`)} = sale.token_id`
const placeOf = (row: string) => sql`(${sql.ref(`${row}.block_number`)}, ${sql.ref(`${row}.log_index`)})`

const isEdition = sql`coalesce((select c.standard = ${sql.lit(TOKEN_STANDARD.ERC1155)} from collection c
  where c.chain_id = sale.chain_id and c.address = sale.collection), false)`

const isPairAgain = sql`exists (select from sale earlier where ${isSameItem('earlier')}
  and earlier.at >= sale.at - case when ${isEdition} then ${sql.lit(PAIR_S.edition)} else ${sql.lit(PAIR_S.single)} end
  and ${placeOf('earlier')} < ${placeOf('sale')}
  and (earlier.seller = sale.seller and earlier.buyer = sale.buyer or earlier.seller = sale.buyer and earlier.buyer = sale.seller))`

const isReturned = sql`not ${isEdition} and exists (select from sale begun
  join item_transfer back on back.chain_id = begun.chain_id and back.collection = begun.collection and back.token_id = begun.token_id
    and back.to_account = begun.seller and ${placeOf('back')} > ${placeOf('begun')} and back.at <= begun.at + ${sql.lit(RETURN_S)}
  where ${isSameItem('begun')} and begun.at between sale.at - ${sql.lit(RETURN_S)} and sale.at
    and ${placeOf('begun')} <= ${placeOf('sale')} and ${placeOf('back')} >= ${placeOf('sale')})`

/** Whether a row of `sale` is left out of volume, rankings and price charts (COLP-05); the history keeps it. */
const isLeftOut = sql`(sale.seller = sale.buyer or ${isPairAgain} or ${isReturned})`

/** Unix seconds. */
type Span = { readonly from: number; readonly to: number }

export type Flip = {
  readonly blockHash: Hex
  readonly index: number
  readonly collection: Address
  readonly money: Address
  readonly at: number
  readonly isCounted: boolean
}

type FlipRow = { block_hash: Uint8Array; log_index: number; collection: Uint8Array; money: Uint8Array; at: number; is_counted: boolean }

/** Who made the item of a row of `sale`, as its own row says now. */
export const creatorOf = sql`(select i.creator from item i where i.chain_id = sale.chain_id and i.collection = sale.collection
  and i.token_id = sale.token_id)`

/** Decides again which sales of these items count, within the span of time; returns those that changed. */
export async function decideCounted(tx: Tx, chainId: number, items: readonly ItemKey[], span: Span): Promise<Flip[]> {
  const sold = await findSold(tx, chainId, items, span)
  if (sold.length === 0) return []
  const given = givenItems(sold)
  return flip(
    tx,
    sql`from ${given} where sale.chain_id = ${chainId} and sale.collection = given.collection and sale.token_id = given.token_id
      and sale.at between ${span.from}::bigint and ${span.to}::bigint and`,
  )
}

const givenItems = (items: readonly ItemKey[]) =>
  givenRows({ collection: byteas(items.map((item) => item.collection)), token_id: numerics(items.map((item) => item.tokenId)) })

/** Most items that move were not sold of late; planning the rule costs more than this. */
async function findSold(tx: Tx, chainId: number, items: readonly ItemKey[], span: Span): Promise<ItemKey[]> {
  const { rows } = await sql<{ collection: Uint8Array; token_id: bigint }>`select given.collection, given.token_id from ${givenItems(items)}
    where exists (select from sale where sale.chain_id = ${chainId} and sale.collection = given.collection
      and sale.token_id = given.token_id and sale.at between ${span.from}::bigint and ${span.to}::bigint)`.execute(tx)
  return rows.map((row) => ({ collection: addressOf(row.collection), tokenId: row.token_id }))
}

/** The same for all sales of a collection, without a list of what changed. */
export async function decideAllCounted(tx: Tx, chainId: number, collection: RawBuilder<unknown>): Promise<void> {
  await sql`update sale set is_counted = not ${isLeftOut}, creator = ${creatorOf} where chain_id = ${chainId} and collection = ${collection}`.execute(
    tx,
  )
}

async function flip(tx: Tx, which: RawBuilder<unknown>): Promise<Flip[]> {
  const { rows } =
    await sql<FlipRow>`update sale set is_counted = not is_counted, creator = case when is_counted then creator else ${creatorOf} end ${which} is_counted = ${isLeftOut}
    returning block_hash, log_index, sale.collection, money, at, is_counted`.execute(tx)
  return rows.map((row) => ({
    blockHash: hexOf(row.block_hash),
    index: row.log_index,
    collection: addressOf(row.collection),
    money: addressOf(row.money),
    at: row.at,
    isCounted: row.is_counted,
  }))
}
