/** What a holder can do with an item, besides offering it. */
export type HoldAct = 'acceptBid' | 'transfer' | 'burn'
