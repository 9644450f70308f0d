import { BULK_CALLS } from '@plinth/api'
import type { BulkMarket } from '@plinth/sdk'
import { clientOf } from '../../../lib/api.ts'
import { type Chain, openChain } from '../../engine/context.ts'

/** A chain whose acts may be of many orders at once. */
export type BulkChain = Chain & BulkMarket

/** Not among the calls that the first view carries. */
const bulk = clientOf(BULK_CALLS).order

export async function openBulkChain(chainId: number): Promise<BulkChain> {
  const chain = await openChain(chainId)
  return { ...chain, bulk }
}
