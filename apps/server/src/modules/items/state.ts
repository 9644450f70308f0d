import { type Address, ORDER_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { bytes, type Tx } from '../../db/database.ts'

type ItemKey = { readonly collection: Address; readonly tokenId: bigint }

/** Recomputes of each item what follows from its transfers, orders and royalty logs. In one order, against deadlock. */
export async function refreshItems(tx: Tx, chainId: number, keys: Iterable<ItemKey>): Promise<void> {
  const sorted = [...keys].sort((a, b) =>
    a.collection === b.collection ? Number(a.tokenId - b.tokenId) : a.collection < b.collection ? -1 : 1,
  )
  for (const key of sorted) await refreshItem(tx, chainId, key)
}

async function refreshItem(tx: Tx, chainId: number, { collection, tokenId }: ItemKey): Promise<void> {
  const address = bytes(collection)
  const item = await tx
    .selectFrom('item')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('collection', '=', address)
    .where('token_id', '=', tokenId)
    .forUpdate()
    .executeTakeFirst()
  if (!item) return
  const row = { chain_id: chainId, collection: address, token_id: tokenId }
  const mint = await tx
    .selectFrom('item_transfer')
    .select(['tx_hash', 'at', 'to_account'])
    .where(({ and }) => and(row))
    .where('from_account', '=', bytes(ZERO_ADDRESS))
    .orderBy('block_number')
    .orderBy('log_index')
    .executeTakeFirst()
  if (!mint && !item.is_declared) {
    await tx
      .deleteFrom('item')
      .where(({ and }) => and(row))
      .execute()
    return
  }
  const onSale = await tx
    .selectFrom('market_order')
    .select(({ fn }) => fn.min('unit_value').as('floor'))
    .where(({ and }) => and(row))
    .where('side', '=', ORDER_TYPE.SALE)
    .where('is_live', '=', true)
    .executeTakeFirst()
  await tx
    .updateTable('item')
    .set({
      is_confirmed: mint !== undefined,
      mint_tx: mint?.tx_hash ?? null,
      created_at: mint?.at ?? item.declared_at,
      creator: mint?.to_account ?? item.creator,
      traded_at: await tradedAt(tx, row),
      is_on_sale: onSale?.floor != null,
      floor: onSale?.floor ?? null,
      royalties: JSON.stringify(mint ? await royaltiesOf(tx, chainId, address, tokenId) : item.declared_royalties),
    })
    .where(({ and }) => and(row))
    .execute()
}

type Row = { chain_id: number; collection: Uint8Array; token_id: bigint }

/** "Updated" counts new listings and sales, not price edits (decision 13). */
async function tradedAt(tx: Tx, row: Row): Promise<number> {
  const listed = await tx
    .selectFrom('market_order')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where(({ and }) => and(row))
    .where('side', '=', ORDER_TYPE.SALE)
    .executeTakeFirst()
  const sold = await tx
    .selectFrom('order_event')
    .select(({ fn }) => fn.max('at').as('at'))
    .where(({ and }) => and(row))
    .where('kind', '=', 'fill')
    .executeTakeFirst()
  return Math.max(listed?.at ?? 0, sold?.at ?? 0)
}

async function royaltiesOf(tx: Tx, chainId: number, collection: Uint8Array, tokenId: bigint): Promise<number[]> {
  const log = await tx
    .selectFrom('chain_log')
    .select('args')
    .where('chain_id', '=', chainId)
    .where('address', '=', collection)
    .where('event', '=', 'SecondarySaleFees')
    .where('subject', '=', tokenId.toString())
    .where('fault', 'is', null)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .executeTakeFirst()
  const bps = log?.args.bps
  return Array.isArray(bps) ? bps.map(Number).filter(Number.isInteger) : []
}
