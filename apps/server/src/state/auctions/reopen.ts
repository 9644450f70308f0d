import type { Tx } from '../../db/database.ts'

type Above = { readonly chainId: number; readonly number: number }

/** Marks the ends of auctions that were read in these blocks to be read again. */
export async function reopenAuctions(tx: Tx, { chainId, number }: Above): Promise<void> {
  const rows = await tx
    .updateTable('auction')
    .set({ as_of_block: null, is_closed: false })
    .where('chain_id', '=', chainId)
    .where('as_of_block', '>', number)
    .returning('id')
    .execute()
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  await tx.updateTable('auction_bid').set({ was_funded_at_end: null }).where('auction_id', 'in', ids).execute()
}
