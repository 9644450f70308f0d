import type { ItemCard, ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { SharedContext } from '../../context.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { findItem, isShown } from '../../state/items/store.ts'
import { findSimilar } from '../../state/rarity/read.ts'
import { hydrateShown } from '../record.ts'
import { rowsOf } from '../rows.ts'

type Similar = { readonly collection: Address; readonly tokenId: bigint; readonly chainId?: number; readonly limit: number }

/** Records of items of its collection that share most attributes with an item. */
export async function listSimilar(context: SharedContext, input: Similar): Promise<ItemRecord[]> {
  return hydrateShown(context, await similarTo(context, input))
}

/** The same as lists of `/v1` show them. */
export async function listSimilarCards(context: SharedContext, input: Similar): Promise<{ list: ItemCard[] }> {
  return { list: await rowsOf(context, await similarTo(context, input)) }
}

async function similarTo(context: SharedContext, input: Similar): Promise<ItemRef[]> {
  const chain = await context.chains.resolve(input)
  const item = await findItem(context.db, { ...input, chainId: chain.id })
  return isShown(item) ? findSimilar(context.db, item, input.limit) : []
}
