import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { type Tx, transact } from '../db/database.ts'
import { refreshAuction } from '../state/auctions/state.ts'
import { refreshBox } from '../state/boxes/state.ts'
import { readBox } from '../state/boxes/store.ts'
import { FORGOTTEN, FORGOTTEN_WITH_LOG } from '../state/chain/tables.ts'
import { forgetMade } from '../state/collections/confirm.ts'
import { recountAllAttributes } from '../state/items/attributes.ts'
import { recountRowTotals } from '../state/items/row-totals.ts'
import { recountTotals } from '../state/items/totals.ts'
import { refreshOrder } from '../state/orders/state.ts'

/**
 * Deletes everything that follows from a chain's logs, so that its indexer reads them again from the beginning. Users' own data
 * stays: announced collections, declared items, signed orders with their versions, likes, read marks. Only while no indexer runs
 * for the chain.
 */
export async function forgetChain(context: Context, chainId: number, also?: (tx: Tx) => Promise<void>): Promise<void> {
  await transact(context.db, async (tx) => {
    for (const table of FORGOTTEN) await tx.deleteFrom(table).where('chain_id', '=', chainId).execute()
    for (const table of FORGOTTEN_WITH_LOG)
      await tx.deleteFrom(table).where('chain_id', '=', chainId).where('block_hash', 'is not', null).execute()
    await tx.deleteFrom('item').where('chain_id', '=', chainId).where('is_declared', '=', false).execute()
    await tx
      .updateTable('item')
      .set(({ ref }) => ({
        is_confirmed: false,
        supply: 0n,
        mint_tx: null,
        is_on_sale: false,
        floor: null,
        traded_at: 0,
        royalties: sql<string>`declared_royalties`,
        created_at: ref('declared_at'),
      }))
      .where('chain_id', '=', chainId)
      .execute()
    await recountTotals(tx, chainId)
    await recountRowTotals(tx, chainId)
    await recountAllAttributes(tx, chainId)
    await forgetMade(tx, chainId)
    await tx
      .updateTable('collection')
      .set({ frozen_prefix: null })
      .where('chain_id', '=', chainId)
      .where('followed_from', 'is', null)
      .execute()
    await tx
      .updateTable('collection')
      .set({ address: null, is_confirmed: false })
      .where('chain_id', '=', chainId)
      .where('is_announced', '=', true)
      .execute()
    const { contracts } = context.chains.get(chainId).config
    const orders = await tx.selectFrom('market_order').select('id').where('chain_id', '=', chainId).execute()
    const now = context.chains.get(chainId).now()
    for (const { id } of orders) await refreshOrder(tx, contracts, id, now)
    const auctions = await tx.selectFrom('auction').select('id').where('chain_id', '=', chainId).execute()
    for (const { id } of auctions) await refreshAuction(tx, contracts, id, now, { mayExpire: true })
    const boxes = await tx.selectFrom('blind_box').selectAll().where('chain_id', '=', chainId).execute()
    for (const row of boxes) await refreshBox(tx, readBox(row))
    await also?.(tx)
  })
}
