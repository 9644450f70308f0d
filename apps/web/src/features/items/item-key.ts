import type { ItemRecord } from '@plinth/api'

export type ItemKey = Pick<ItemRecord, 'chainId' | 'collection' | 'tokenId'>
export type ItemFacts = ItemKey & Pick<ItemRecord, 'metadata'>
