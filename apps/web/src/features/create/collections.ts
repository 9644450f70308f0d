import type { Collection } from '@plinth/api'
import { type Address, standardOf, TOKEN_STANDARD, UNSYNCED_COLLECTION_S } from '@plinth/protocol'

export type Mintable = Collection & { address: Address }
type Listed = Pick<Collection, 'chainId' | 'standard' | 'isConfirmed' | 'createdAt' | 'address'>

/** Collections offered on the single form: ERC721 of this chain; unconfirmed ones are dropped after an hour (document B §4). */
export function shownCollections<C extends Listed>(list: readonly C[], chainId: number, now: number): C[] {
  return list.filter(
    (collection) =>
      collection.chainId === chainId &&
      standardOf(collection.standard) === TOKEN_STANDARD.ERC721 &&
      (collection.isConfirmed || now - collection.createdAt <= UNSYNCED_COLLECTION_S),
  )
}

/** Unconfirmed ones are marked and can't be selected. */
export const isMintable = (collection: Collection): collection is Mintable => collection.isConfirmed && collection.address !== ''
