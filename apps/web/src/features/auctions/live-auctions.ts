import { PAGE } from '@plinth/protocol'
import { api, queryOf } from '../../lib/api.ts'

/** Home shows live auctions, the one that ends first first. */
export const liveAuctions = queryOf(api.auction.newlist, { page: 1, limit: PAGE.homeAuctions, sort: 'ending', phase: 'live', chainId: -1 })
