import type { Catalogue, Handlers, Segment } from '@plinth/api'
import type { RequestContext, SharedContext } from '../context.ts'
import { operatorCalls } from '../operator/calls.ts'
import { accountCalls } from './accounts.ts'
import { allowedCalls } from './allowed.ts'
import { announcementCalls } from './announcements.ts'
import { approvalCalls } from './approvals.ts'
import { auctionCalls } from './auctions.ts'
import { blindCalls } from './boxes.ts'
import { cartCalls, sweepCalls } from './cart.ts'
import { categoryCalls } from './categories.ts'
import { collectionSearchCalls, contractCalls } from './collections.ts'
import { exploreCalls } from './explore.ts'
import { followCalls, userFollowCalls } from './follows.ts'
import { dappCalls, homeCalls, nftCalls, userItemCalls, viewerCalls } from './items.ts'
import { mailLoginCalls } from './mail-login.ts'
import { noticeCalls } from './notices.ts'
import { offerCalls } from './offers.ts'
import { orderCalls } from './orders.ts'
import { paytokenCalls } from './pay-tokens.ts'
import { portfolioCalls } from './portfolio.ts'
import { privateSaleCalls } from './private-sales.ts'
import { rateCalls } from './rates.ts'
import { reportCalls } from './reports.ts'
import { sellingCalls } from './selling.ts'
import { tyCalls } from './senders.ts'
import { sessionCalls } from './sessions.ts'
import { configCalls } from './settings.ts'
import { likeCalls } from './social.ts'
import { statisticCalls } from './statistics.ts'
import { storageCalls } from './uploads.ts'
import { userCalls, userSearchCalls } from './users.ts'

/** A handler for every call of the catalogue; a missing or extra one does not compile. */
export const handlers = {
  allowed: allowedCalls,
  announcement: announcementCalls,
  auction: auctionCalls,
  blind: blindCalls,
  cart: cartCalls,
  category: categoryCalls,
  config: configCalls,
  contract: contractCalls,
  dapp: dappCalls,
  explore: exploreCalls,
  follow: followCalls,
  home: { ...homeCalls, ...userSearchCalls, ...collectionSearchCalls },
  like: likeCalls,
  nft: nftCalls,
  notices: noticeCalls,
  offer: offerCalls,
  operator: operatorCalls,
  order: orderCalls,
  paytoken: paytokenCalls,
  portfolio: portfolioCalls,
  privateSale: privateSaleCalls,
  rates: rateCalls,
  report: reportCalls,
  selling: sellingCalls,
  statistics: statisticCalls,
  storage: storageCalls,
  sweep: sweepCalls,
  ty: tyCalls,
  user: {
    ...sessionCalls,
    ...mailLoginCalls,
    ...accountCalls,
    ...userCalls,
    ...userItemCalls,
    ...userFollowCalls,
    ...approvalCalls,
  },
  viewer: viewerCalls,
} satisfies { [S in Segment]: Handlers<Catalogue[S], RequestContext, SharedContext> }
