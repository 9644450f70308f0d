import type { Address } from '@plinth/protocol'
import { bytes, type Tx } from '../../db/database.ts'
import { MARKET, planRange, resyncRanges } from './ranges.ts'

/**
 * Adds a collection to the index in the transaction that wrote its row: blocks after the cursor include it, earlier ones are read
 * from its deployment on.
 */
export async function followCollection(tx: Tx, chainId: number, collection: Address, deployBlock: number): Promise<void> {
  await tx
    .updateTable('collection')
    .set({ followed_from: deployBlock })
    .where('chain_id', '=', chainId)
    .where('address', '=', bytes(collection))
    .execute()
  const cursor = await tx.selectFrom('chain_cursor').select('number').where('chain_id', '=', chainId).forUpdate().executeTakeFirst()
  if (!cursor) return
  await planRange(tx, chainId, bytes(collection), deployBlock, cursor.number)
  await resyncRanges(tx, chainId, MARKET, cursor.number)
}
