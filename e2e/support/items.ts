import type { ItemRecord } from '@plinth/api'
import { type Item, mintWork, type Person, readCatalogue } from '@plinth/devnet'
import { vi } from 'vitest'

type Wanted = { name: string; royaltyPercent?: number /** Of an edition. */; supply?: number }

/** A new image of an account, in an official collection, that the market has indexed. */
export async function makeItem(person: Person, { name, royaltyPercent = 0, supply }: Wanted): Promise<Required<Item>> {
  const entry = readCatalogue().works.find(({ kind }) => kind === 'image')
  if (!entry) throw new Error('there is nothing to make a work of')
  const { official721, official1155 } = person.chain.contracts
  const { supply: _, ...picture } = entry
  const item = { ...picture, name, royaltyPercent, ...(supply === undefined ? {} : { supply }) }
  const made = await mintWork(person, item, supply === undefined ? official721 : official1155, 1n)
  await untilRead(person, made, (item) => item !== undefined)
  if (made.standard === undefined) throw new Error('it has no standard')
  return { ...made, standard: made.standard }
}

/** Waits until the market has indexed the item as expected. */
export async function untilRead(
  { api, chain }: Person,
  { collection, tokenId }: Item,
  isKnown: (item: ItemRecord | undefined) => boolean,
): Promise<void> {
  const { chainId } = chain.chain
  await vi.waitUntil(async () => isKnown(await api.nft.detail({ collection, tokenId, chainId })), { timeout: 20_000, interval: 200 })
}
