import { type Address, ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Db } from '../../db/database.ts'
import { countMade } from '../../state/items/totals.ts'

export { findItem, findItems, type ItemRow, isShown } from '../../state/items/store.ts'
export { countMade, countMarket } from '../../state/items/totals.ts'

/** Minted and not all burnt, or for sale before the mint: rows of `item` that lists hold. */
export const isThere = sql<boolean>`case when item.is_confirmed then item.supply > 0 else item.is_on_sale end`

export type ItemCounts = { readonly onSale: number; readonly held: number; readonly created: number }

/** How many items an account has on sale, holds and made. */
export async function countsOf(db: Db, address: Address, chainIds: readonly number[]): Promise<ItemCounts> {
  const ids = [...chainIds]
  const person = bytes(address)
  const [onSale, atAuction, held, created] = await Promise.all([
    db
      .selectFrom('market_order')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('maker', '=', person)
      .where('chain_id', 'in', ids)
      .where('side', '=', ORDER_TYPE.SALE)
      .where('is_live', '=', true)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('auction')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('owner', '=', person)
      .where('chain_id', 'in', ids)
      .where('is_live', '=', true)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('holding')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('owner', '=', person)
      .where('quantity', '>', 0n)
      .where('chain_id', 'in', ids)
      .executeTakeFirstOrThrow(),
    countMade(db, ids, address),
  ])
  return { onSale: onSale.count + atAuction.count, held: held.count, created }
}
