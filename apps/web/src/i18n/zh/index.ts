import type { en } from '../en/index.ts'
import { first } from '../first/zh.ts'
import type { Mirror } from '../mirror.ts'
import { account } from './account.ts'
import { analytics } from './analytics.ts'
import { announcement, doc } from './announcement.ts'
import { approvals } from './approvals.ts'
import { auction } from './auction.ts'
import { box } from './box.ts'
import { bulk } from './bulk.ts'
import { cart } from './cart.ts'
import { collection } from './collection.ts'
import { create } from './create.ts'
import { demoWallet } from './demo-wallet.ts'
import { explore } from './explore.ts'
import { dialog, form, request } from './form.ts'
import { global } from './global.ts'
import { hanging } from './hanging.ts'
import { hold } from './hold.ts'
import { inbox } from './inbox.ts'
import { leftSigned } from './left-signed.ts'
import { lets } from './lets.ts'
import { news } from './news.ts'
import { notFound } from './not-found.ts'
import { offer } from './offer.ts'
import { operator } from './operator.ts'
import { palette } from './palette.ts'
import { portfolio } from './portfolio.ts'
import { privateSale } from './private-sale.ts'
import { mail, profile, report } from './profile.ts'
import { rankings } from './rankings.ts'
import { search } from './search.ts'
import { session, transactions, wallet } from './session.ts'
import { trade } from './trade.ts'
import { work } from './work.ts'

/** Every text. */
export const zh = {
  ...first,
  '404': notFound,
  account,
  analytics,
  announcement,
  approvals,
  auction,
  box,
  bulk,
  cart,
  collection,
  create,
  demoWallet,
  doc,
  explore,
  global,
  hanging,
  hold,
  inbox,
  leftSigned,
  lets,
  mail,
  news,
  offer,
  operator,
  palette,
  portfolio,
  privateSale,
  profile,
  rankings,
  report,
  search,
  session,
  trade,
  transactions,
  wallet,
  work,
  dialog,
  form,
  request,
} as const satisfies Mirror<typeof en>
