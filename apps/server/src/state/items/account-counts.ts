import type { Address } from '@plinth/protocol'
import type { Db } from '../../db/database.ts'
import { countHeld } from '../statistics/holders.ts'
import { rowTotals } from './row-totals.ts'
import { countMade } from './totals.ts'

export type ItemCounts = { readonly onSale: number; readonly held: number; readonly created: number }

/** How many items an account has on sale, holds and made. */
export async function countsOf(db: Db, address: Address, chainIds: readonly number[]): Promise<ItemCounts> {
  const [{ offered }, held, created] = await Promise.all([
    rowTotals(db, chainIds, address),
    countHeld(db, chainIds, address),
    countMade(db, chainIds, address),
  ])
  return { onSale: offered, held, created }
}
