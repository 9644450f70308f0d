import type { ItemRecord } from '@plinth/api'
import type { Address, RoyaltyEntry } from '@plinth/protocol'

type Royal = Pick<ItemRecord, 'royalties' | 'creator'>

/** As a sale of the item pays them: the first goes to its maker (document B §3); the receiver of any other is unknown. */
export function royaltiesOf({ royalties, creator }: Royal): RoyaltyEntry[] {
  return royalties.map((bps, index) => ({ bps: BigInt(bps), recipient: index === 0 ? creator.address : undefined }))
}

/** Bps of a sale that leave the seller as royalty; a maker pays itself nothing. */
export function royaltyLeaving(item: Royal, seller: Address | undefined): bigint {
  return royaltiesOf(item).reduce((sum, { bps, recipient }) => (recipient === seller && seller !== undefined ? sum : sum + bps), 0n)
}
