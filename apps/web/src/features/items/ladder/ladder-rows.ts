import type { OfferRecord, OrderRecord } from '@plinth/api'

/** A bid for the item, or an offer for a set that it is in. The offer of a bid is missing while the list is on its way. */
export type LadderRow = { readonly id: bigint; readonly bid?: OrderRecord; readonly offer?: OfferRecord }
export type Passed = ReadonlyMap<bigint, { readonly isDeclined: boolean; readonly isBlocked: boolean }>

export const offersOfSets = (offers: readonly OfferRecord[]): OfferRecord[] => offers.filter(({ kind }) => kind !== 'item')

/** Best worth first; resting bids and declined offers come last. */
export function ladderRows(open: readonly OrderRecord[], offers: readonly OfferRecord[], passed: Passed): LadderRow[] {
  const bids = new Map(open.map((bid) => [bid.id, bid]))
  const listed = offers.flatMap((offer): LadderRow[] => {
    if (offer.kind !== 'item') return [{ id: offer.id, offer }]
    const bid = bids.get(offer.id)
    return bid ? [{ id: offer.id, bid, offer }] : []
  })
  const known = new Set(listed.map(({ id }) => id))
  const rows = [...listed, ...[...bids.values()].filter(({ id }) => !known.has(id)).map((bid): LadderRow => ({ id: bid.id, bid }))]
  return [...rows.filter(({ id }) => !passed.has(id)), ...rows.filter(({ id }) => passed.has(id))]
}

/** The first covered row that the viewer has neither declined nor blocked. */
export const topOf = (rows: readonly LadderRow[], passed: Passed): LadderRow | undefined =>
  rows.find(({ id, bid, offer }) => !passed.has(id) && !offer?.sharesMoney && bid?.isFundable !== false)
