import type { Collection } from '@plinth/api'
import { type Address, standardOf, type TokenStandard, UNSYNCED_COLLECTION_S } from '@plinth/protocol'

export type Mintable = Collection & { address: Address }
type Wanted = { chainId: number; standard: TokenStandard /** Unix seconds of the chain. */; now: number }
type Listed = Pick<Collection, 'chainId' | 'standard' | 'isConfirmed' | 'createdAt' | 'address'>

/** Collections offered on a form: of its standard, on this chain; unconfirmed ones are dropped after an hour (document B §4). */
export function shownCollections<C extends Listed>(list: readonly C[], { chainId, standard, now }: Wanted): C[] {
  return list.filter(
    (collection) =>
      collection.chainId === chainId &&
      standardOf(collection.standard) === standard &&
      (collection.isConfirmed || now - collection.createdAt <= UNSYNCED_COLLECTION_S),
  )
}

/** Unconfirmed ones are marked and can't be selected. */
export const isMintable = (collection: Collection): collection is Mintable => collection.isConfirmed && collection.address !== ''
