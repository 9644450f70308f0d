import type { Calls } from './call.ts'
import { ACCOUNT_CALLS } from './calls/account.ts'
import { ALLOWED_CALLS } from './calls/allowed.ts'
import { auction } from './calls/auction.ts'
import { blind } from './calls/blind.ts'
import { BULK_CALLS } from './calls/bulk.ts'
import { CART_CALLS } from './calls/cart.ts'
import { announcement, category, config, paytoken } from './calls/config.ts'
import { contract } from './calls/contract.ts'
import { EXPLORE_CALLS } from './calls/explore.ts'
import { follow } from './calls/follow.ts'
import { dapp, home, nft } from './calls/item.ts'
import { MAIL_CALLS } from './calls/mail.ts'
import { notices } from './calls/notices.ts'
import { OFFER_CALLS } from './calls/offer.ts'
import { OPERATOR_CALLS } from './calls/operator.ts'
import { order } from './calls/order.ts'
import { PORTFOLIO_CALLS } from './calls/portfolio.ts'
import { PRIVATE_SALE_CALLS } from './calls/private-sale.ts'
import { RATE_CALLS } from './calls/rates.ts'
import { report } from './calls/report.ts'
import { SELLING_CALLS } from './calls/selling.ts'
import { STATISTIC_CALLS } from './calls/statistics.ts'
import { storage } from './calls/storage.ts'
import { ty } from './calls/ty.ts'
import { like, user } from './calls/user.ts'
import { VIEWER_CALLS } from './calls/viewer.ts'

/** The calls of visitor pages. */
export const VISITOR_CALLS = {
  announcement,
  auction,
  blind,
  category,
  config,
  contract,
  dapp,
  follow,
  home,
  like,
  nft,
  notices,
  order,
  paytoken,
  report,
  storage,
  ty,
  user,
} as const satisfies Record<string, Calls>

/**
 * Every call of the market, by segment and name: `order.add` is the key, client method, handler, log field and test
 * title. Names may contain a dot: `client.blind['box.list']` is `blind.box.list`.
 */
export const CATALOGUE: Catalogue = /* @__PURE__ */ join(
  VISITOR_CALLS,
  RATE_CALLS,
  STATISTIC_CALLS,
  EXPLORE_CALLS,
  VIEWER_CALLS,
  ACCOUNT_CALLS,
  MAIL_CALLS,
  OFFER_CALLS,
  ALLOWED_CALLS,
  PORTFOLIO_CALLS,
  PRIVATE_SALE_CALLS,
  SELLING_CALLS,
  CART_CALLS,
  BULK_CALLS,
  OPERATOR_CALLS,
)

/** By name, since each project that reads the inferred type would read all of it again. */
export type Catalogue = typeof VISITOR_CALLS &
  typeof RATE_CALLS &
  typeof STATISTIC_CALLS &
  typeof EXPLORE_CALLS &
  typeof VIEWER_CALLS &
  typeof ACCOUNT_CALLS &
  typeof MAIL_CALLS &
  typeof OFFER_CALLS &
  typeof ALLOWED_CALLS &
  typeof PORTFOLIO_CALLS &
  typeof PRIVATE_SALE_CALLS &
  typeof SELLING_CALLS &
  typeof CART_CALLS &
  typeof BULK_CALLS &
  typeof OPERATOR_CALLS

/** A call marked as pure, so that bundlers drop it when unused; a spread counts as a side effect. */
function join<const Parts extends readonly Segments[]>(...parts: Parts): Joined<Parts> {
  const all: Record<string, Calls> = {}
  for (const part of parts)
    for (const [segment, calls] of Object.entries<Calls>(part)) all[segment] = Object.assign({}, all[segment], calls)
  // The loop above builds exactly the parts' calls; TypeScript can't infer it.
  return all as Joined<Parts>
}

type Segments = Record<string, Calls>
type Joined<Parts extends readonly Segments[]> = Parts extends readonly [infer First, ...infer Rest extends readonly Segments[]]
  ? First & Joined<Rest>
  : unknown

export type Segment = keyof Catalogue

/** Header of every call with a token (document A §6). */
export const TOKEN_HEADER = 'Finger-Nft-Token'
export const API_PREFIX = '/api'
