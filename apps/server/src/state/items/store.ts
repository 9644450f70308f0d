import type { Address } from '@plinth/protocol'
import { type Selectable, sql } from 'kysely'
import type { Hex } from 'viem'
import { addressOf, bytes, type Db, hexOf } from '../../db/database.ts'
import { givenItems, type ItemRef } from '../../db/item-keys.ts'
import type { MarketTables } from '../../db/schema/market.ts'

export type ItemRow = ItemRef & {
  readonly standard: number
  readonly supply: bigint
  readonly creator: Address
  readonly name: string
  readonly categoryId: number | undefined
  readonly metadataUrl: string
  readonly metadata: string
  readonly mediaKind: 'image' | 'audio' | 'video' | 'unknown'
  readonly width: number
  readonly height: number
  readonly royalties: number[]
  readonly declaredRoyalties: number[]
  readonly declaredSupply: bigint
  readonly isDeclared: boolean
  readonly isConfirmed: boolean
  readonly isVisible: boolean
  /** Set by the operator: the item can't be put up for sale, nor bought here. */
  readonly isTradeLocked: boolean
  readonly isOnSale: boolean
  readonly mintTx: Hex | undefined
  readonly createdAt: number
}

/** What visitors see: minted, or sold before it is (decision 26). */
export function isShown<T extends Pick<ItemRow, 'isVisible' | 'isConfirmed' | 'isOnSale'>>(item: T | undefined): item is T {
  return item?.isVisible === true && (item.isConfirmed || item.isOnSale)
}

export function readItem(row: Selectable<MarketTables['item']>): ItemRow {
  return {
    chainId: row.chain_id,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    standard: row.standard,
    supply: row.supply,
    creator: addressOf(row.creator),
    name: row.name,
    categoryId: row.category_id ?? undefined,
    metadataUrl: row.metadata_url,
    metadata: row.metadata,
    mediaKind: row.media_kind,
    width: row.width,
    height: row.height,
    royalties: row.royalties,
    declaredRoyalties: row.declared_royalties,
    declaredSupply: row.declared_supply,
    isDeclared: row.is_declared,
    isConfirmed: row.is_confirmed,
    isVisible: row.is_visible,
    isTradeLocked: row.is_trade_locked,
    isOnSale: row.is_on_sale,
    mintTx: row.mint_tx ? hexOf(row.mint_tx) : undefined,
    createdAt: row.created_at,
  }
}

/** An item, confirmed by the chain or only announced by nft.add. */
export async function findItem(db: Db, ref: ItemRef): Promise<ItemRow | undefined> {
  const row = await db
    .selectFrom('item')
    .selectAll()
    .where('chain_id', '=', ref.chainId)
    .where('collection', '=', bytes(ref.collection))
    .where('token_id', '=', ref.tokenId)
    .executeTakeFirst()
  return row && readItem(row)
}

/** Those of these items that are known. */
export async function findItems(db: Db, refs: readonly ItemRef[]): Promise<ItemRow[]> {
  if (refs.length === 0) return []
  // With `distinct`, PostgreSQL walks through all items in their order instead of looking these up.
  const { rows } = await sql<Selectable<MarketTables['item']>>`select item.* from ${givenItems(refs)}
    join item on item.chain_id = given.given_chain and item.collection = given.collection and item.token_id = given.token_id`.execute(db)
  return rows.map(readItem)
}

/** Minted and burnt to the last one: nft.detail still answers it, with its history; no bid for it and no like of it counts. */
export const isBurnt = ({ isConfirmed, supply }: Pick<ItemRow, 'isConfirmed' | 'supply'>): boolean => isConfirmed && supply === 0n

/** Whether the item that a row of this table names is burnt. Looked up by its key: `exists` may read all burnt items into a hash. */
export const isOfBurnt = (table: 'market_order' | 'activity') => sql<boolean>`((select true from item burnt
  where burnt.chain_id = ${sql.ref(`${table}.chain_id`)} and burnt.collection = ${sql.ref(`${table}.collection`)}
    and burnt.token_id = ${sql.ref(`${table}.token_id`)} and burnt.is_confirmed and burnt.supply = 0) is true)`

/** Minted and not all burnt, or for sale before the mint: rows of `item` that lists hold. */
export const isThere = sql<boolean>`case when item.is_confirmed then item.supply > 0 else item.is_on_sale end`
