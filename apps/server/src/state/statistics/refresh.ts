import { sql } from 'kysely'
import type { BlockContext } from '../block-context.ts'
import { shiftAccounts } from './accounts.ts'
import { decideCounted, REACH_S, RETURN_S } from './counted.ts'
import { followCreators } from './creators.ts'
import { markDue, markWhole } from './due.ts'
import { type HourKey, hourOf, refreshHours } from './hours.ts'
import { givenSales } from './sales.ts'

/**
 * Recomputes the figures of sales that were added or taken back, and of those which the transfers of their items decide: which of
 * them count, what accounts bought and sold, and the hours of their collections. Periods follow from the hours, by the job, which
 * also counts the collections of old blocks.
 */
export async function refreshStatistics({ tx, chainId, dirty }: Pick<BlockContext, 'tx' | 'chainId' | 'dirty'>): Promise<void> {
  const { span, uncounted } = dirty
  if (!span) return
  if (dirty.isOld) for (const { collection } of dirty.sales) uncounted.add(collection)
  await markWhole(tx, chainId, uncounted)
  const items = [...new Map([...dirty.transfers, ...dirty.items, ...dirty.soldItems]).values()].filter(
    ({ collection }) => !uncounted.has(collection),
  )
  if (items.length === 0) return
  const flips = await decideCounted(tx, chainId, items, { from: span.from - RETURN_S, to: span.to + REACH_S })
  for (const [sign, rows] of [
    [1, flips.filter(({ isCounted }) => isCounted)],
    [-1, flips.filter(({ isCounted }) => !isCounted)],
  ] as const) {
    if (rows.length === 0) continue
    const which = sql`${givenSales(rows)} join sale on sale.chain_id = ${chainId} and sale.block_hash = given.block_hash
      and sale.log_index = given.log_index`
    await shiftAccounts(tx, chainId, which, sign)
  }
  await followCreators(tx, chainId, items)
  const hours = new Map<string, HourKey>()
  for (const { collection, money, at } of [...flips, ...dirty.sales]) {
    if (uncounted.has(collection)) continue
    const hour = hourOf(at)
    hours.set(`${collection}:${money}:${hour}`, { collection, money, hour })
  }
  await refreshHours(tx, chainId, [...hours.values()])
  await markDue(
    tx,
    chainId,
    [...hours.values()].map(({ collection }) => collection),
  )
}
