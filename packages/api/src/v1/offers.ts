import { z } from 'zod'
import { InboxRow, OfferRecord, OfferSet } from '../schemas/offers.ts'
import { limitField } from '../schemas/statistics.ts'
import { address, hash, int, uint256 } from '../schemas/wire.ts'
import { record, resource } from './resource.ts'

const ofCollection = { chainId: ['chain', int], collection: ['collection', address] } as const
const most = { limit: limitField(100) } as const
const offers = z.object({ list: z.array(OfferRecord) })

/** Offers for any item of a set. */
export const OFFERS = {
  collectionOffers: resource('/collections/{chain}/{collection}/offers', {
    about: 'Open offers for items of a collection of which at least one unit can be sold now, best worth first.',
    request: record({ ...ofCollection, ...most }),
    response: offers,
  }),
  accountOffers: resource('/accounts/{address}/offers', {
    about: 'The same by one account.',
    request: record({ owner: ['address', address], chainId: ['chain', int.optional()], ...most }),
    response: offers,
  }),
  receivedOffers: resource('/accounts/{address}/inbox', {
    about: 'What an account’s items can be sold to now, best worth first, as visitors see it: nothing that it declined is left out.',
    request: record({ owner: ['address', address], chainId: ['chain', int.optional()], ...most }),
    response: z.object({ list: z.array(InboxRow) }),
  }),
  itemOffers: resource('/items/{chain}/{collection}/{tokenId}/offers', {
    about: 'What an item can be sold to now, best worth first: bids for it, and offers for a set that it is in.',
    request: record({ ...ofCollection, tokenId: ['tokenId', uint256], ...most }),
    response: offers,
  }),
  offerSet: resource('/collections/{chain}/{collection}/sets/{root}', {
    about: 'The ids behind the root of an offer, with the CID under which the list is published.',
    request: record({ ...ofCollection, root: ['root', hash] }),
    response: OfferSet,
    mayBeMissing: true,
  }),
} as const
