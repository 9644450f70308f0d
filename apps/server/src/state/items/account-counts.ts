import { type Address, ORDER_TYPE } from '@plinth/protocol'
import { bytes, type Db } from '../../db/database.ts'
import { countMade } from './totals.ts'

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
