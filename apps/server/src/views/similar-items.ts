import { Encoded, type ItemCard, type ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { SharedContext } from '../context.ts'
import type { ItemRef } from '../db/item-keys.ts'
import { findItem, isShown } from '../state/items/store.ts'
import { findSimilar } from '../state/rarity/read.ts'
import { arrayText } from './card-text.ts'
import { readShown } from './cards.ts'
import { readItemCards } from './slim-cards.ts'

type Similar = { readonly collection: Address; readonly tokenId: bigint; readonly chainId?: number; readonly limit: number }

/** Items of its collection that share most attributes with an item, as JSON text of their records. */
export async function listSimilar(context: SharedContext, input: Similar): Promise<Encoded<ItemRecord[]>> {
  return new Encoded(arrayText(await readShown(context, await similarTo(context, input))))
}

/** The same as slim cards. */
export async function listSimilarCards(context: SharedContext, input: Similar): Promise<Encoded<{ list: ItemCard[] }>> {
  return new Encoded(`{"list":${arrayText(await readItemCards(context, await similarTo(context, input)))}}`)
}

async function similarTo(context: SharedContext, input: Similar): Promise<ItemRef[]> {
  const chain = await context.chains.resolve(input)
  const item = await findItem(context.db, { ...input, chainId: chain.id })
  return isShown(item) ? findSimilar(context.db, item, input.limit) : []
}
