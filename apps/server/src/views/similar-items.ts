import { Encoded, type ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { SharedContext } from '../context.ts'
import { findItem, isShown } from '../state/items/store.ts'
import { findSimilar } from '../state/rarity/read.ts'
import { readShown } from './cards.ts'

type Similar = { readonly collection: Address; readonly tokenId: bigint; readonly chainId?: number; readonly limit: number }

/** Items of its collection that share most attributes with an item, as JSON text of their records. */
export async function listSimilar(context: SharedContext, input: Similar): Promise<Encoded<ItemRecord[]>> {
  const chain = await context.chains.resolve(input)
  const item = await findItem(context.db, { ...input, chainId: chain.id })
  const refs = isShown(item) ? await findSimilar(context.db, item, input.limit) : []
  return new Encoded(`[${(await readShown(context, refs)).join(',')}]`)
}
