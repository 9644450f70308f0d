import type { ItemRecord } from '@plinth/api'
import { type DemoName, type Person, signIn } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS } from '@plinth/protocol'
import { inject } from 'vitest'
import { type Place, placeAt } from './market.ts'
import { addressOf } from './money.ts'

/** The market of the whole run. Stories run one after the other, and leave it able to serve the next. */
export const sharedMarket = (): Place => placeAt(inject('market'))

/** Somebody who acts beside the browser, through the same calls. */
export function actAs(name: DemoName, { url, rpcUrl }: Place): Promise<Person> {
  const contracts = { ...LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID], deployBlock: 0, isNew: false }
  return signIn(name, url, { chain: { chainId: LOCAL_CHAIN_ID, rpcUrl }, contracts })
}

/** Pictures on sale, of none of these people, cheapest first. */
export async function worksOnSale({ api }: Place, ...not: DemoName[]): Promise<ItemRecord[]> {
  const strangers: readonly string[] = not.map(addressOf)
  const { list } = await api.home.list({ page: 1, limit: 50, sort: 'price', order: 'asc', chainId: LOCAL_CHAIN_ID })
  return list.filter(({ mediaKind, onlyOwner }) => mediaKind === 'image' && !strangers.includes(onlyOwner))
}

export const itemPath = ({ collection, tokenId }: Pick<ItemRecord, 'collection' | 'tokenId'>): string =>
  `/detail/${collection}:${tokenId}?chain=${LOCAL_CHAIN_ID}`
