import type { ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { burn, type Connection, perform, transfer } from '@plinth/sdk'

const one = ({ collection, tokenId, standard }: ItemRecord) => ({ collection, tokenId, standard, quantity: 1n })

/** Gives one piece to another account. */
export async function give({ market, signer }: Connection, item: ItemRecord, to: Address): Promise<void> {
  await perform(transfer(market, one(item), to), signer)
}

/** Destroys one piece, for good. */
export async function destroy({ market, signer }: Connection, item: ItemRecord): Promise<void> {
  await perform(burn(market, one(item)), signer)
}
