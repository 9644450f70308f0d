import type { ItemRecord } from '@plinth/api'
import { type Address, royaltyBpsOf } from '@plinth/protocol'

/** Bps of a sale that leave the seller as royalty: the first entry is what is paid out (document B §3), and a maker pays himself nothing. */
export function royaltyLeaving({ royalties, creator }: Pick<ItemRecord, 'royalties' | 'creator'>, seller: Address | undefined): bigint {
  return creator.address === seller ? 0n : royaltyBpsOf(royalties.slice(0, 1))
}
