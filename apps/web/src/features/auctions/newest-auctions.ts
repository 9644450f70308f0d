import { PAGE } from '@plinth/protocol'
import { api, queryOf } from '../../lib/api.ts'

/** What home shows of the auctions. */
export const newestAuctions = queryOf(api.auction.newlist, { page: 1, limit: PAGE.homeAuctions, chainId: -1 })
