import { sql } from 'kysely'
import type { Hex } from 'viem'
import { byteas, givenRows, numerics } from '../../db/columns.ts'
import { hexOf, type Tx } from '../../db/database.ts'
import type { ItemKey } from '../dirty-keys.ts'
import { shiftAccounts } from './accounts.ts'
import { creatorOf } from './counted.ts'
import { givenSales } from './sales.ts'

type Found = { readonly blockHash: Hex; readonly index: number }

/**
 * Gives counted sales of these items to who made them by the item's row of now: a transfer that comes or is taken back may name
 * another account than the sale was counted for.
 */
export async function followCreators(tx: Tx, chainId: number, items: readonly ItemKey[]): Promise<void> {
  if (items.length === 0) return
  const given = givenRows({
    collection: byteas(items.map((item) => item.collection)),
    token_id: numerics(items.map((item) => item.tokenId)),
  })
  const { rows } = await sql<{ block_hash: Uint8Array; log_index: number }>`select sale.block_hash, sale.log_index from ${given}
    join sale on sale.chain_id = ${chainId} and sale.collection = given.collection and sale.token_id = given.token_id
    where sale.is_counted and sale.creator is distinct from ${creatorOf}`.execute(tx)
  if (rows.length === 0) return
  const sales: Found[] = rows.map((row) => ({ blockHash: hexOf(row.block_hash), index: row.log_index }))
  const which = sql`${givenSales(sales)} join sale on sale.chain_id = ${chainId} and sale.block_hash = given.block_hash
    and sale.log_index = given.log_index`
  await shiftAccounts(tx, chainId, which, -1)
  await sql`update sale set creator = ${creatorOf} from ${givenSales(sales)}
    where sale.chain_id = ${chainId} and sale.block_hash = given.block_hash and sale.log_index = given.log_index`.execute(tx)
  await shiftAccounts(tx, chainId, which, 1)
}
