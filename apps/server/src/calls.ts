import type { Catalogue, Handlers, Segment } from '@plinth/api'
import type { RequestContext, SharedContext } from './context.ts'
import { accountCalls } from './modules/accounts/calls.ts'
import { announcementCalls } from './modules/announcements/calls.ts'
import { approvalCalls } from './modules/approvals/calls.ts'
import { auctionCalls } from './modules/auctions/calls.ts'
import { blindCalls } from './modules/boxes/calls.ts'
import { categoryCalls } from './modules/categories/calls.ts'
import { collectionSearchCalls, contractCalls } from './modules/collections/calls.ts'
import { exploreCalls } from './modules/explore/calls.ts'
import { followCalls, userFollowCalls } from './modules/follows/calls.ts'
import { dappCalls, homeCalls, nftCalls, userItemCalls, viewerCalls } from './modules/items/calls.ts'
import { mailLoginCalls } from './modules/mail-login/calls.ts'
import { noticeCalls } from './modules/notices/calls.ts'
import { orderCalls } from './modules/orders/calls.ts'
import { paytokenCalls } from './modules/pay-tokens/calls.ts'
import { rateCalls } from './modules/rates/calls.ts'
import { reportCalls } from './modules/reports/calls.ts'
import { tyCalls } from './modules/senders/calls.ts'
import { sessionCalls } from './modules/sessions/calls.ts'
import { configCalls } from './modules/settings/calls.ts'
import { likeCalls } from './modules/social/calls.ts'
import { statisticCalls } from './modules/statistics/calls.ts'
import { storageCalls } from './modules/uploads/calls.ts'
import { userCalls, userSearchCalls } from './modules/users/calls.ts'
import { operatorCalls } from './operator/calls.ts'

/** A handler for every call of the catalogue; a missing or extra one does not compile. */
export const handlers = {
  announcement: announcementCalls,
  auction: auctionCalls,
  blind: blindCalls,
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
  operator: operatorCalls,
  order: orderCalls,
  paytoken: paytokenCalls,
  rates: rateCalls,
  report: reportCalls,
  statistics: statisticCalls,
  storage: storageCalls,
  ty: tyCalls,
  user: { ...sessionCalls, ...mailLoginCalls, ...accountCalls, ...userCalls, ...userItemCalls, ...userFollowCalls, ...approvalCalls },
  viewer: viewerCalls,
} satisfies { [S in Segment]: Handlers<Catalogue[S], RequestContext, SharedContext> }
