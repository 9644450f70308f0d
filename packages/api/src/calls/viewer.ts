import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { AuctionRecord } from '../schemas/auctions.ts'
import { record } from '../schemas/page.ts'
import type { Schema } from '../schemas/record.ts'
import { big, chainItem, flag, listOf } from '../schemas/wire.ts'

/** What an account sees at an item beside what everybody sees. */
export interface ViewerMark extends z.output<typeof viewerMark> {}
const viewerMark = record({
  item: ['item', chainItem],
  isLiked: ['liked', flag],
  /** holds units of it */
  isHeld: ['held', flag],
  /** has a sale, or a bid, that can't be filled now */
  hasRestingSale: ['restingSale', flag],
  hasRestingBid: ['restingBid', flag],
})
const ViewerMark: Schema<ViewerMark> = viewerMark

/** An auction that an account takes part in, as its owner or by a bid. */
export interface OwnAuction extends z.output<typeof ownAuction> {}
const ownAuction = record({
  auction: ['auction', AuctionRecord],
  /** the total of the account's highest active bid, paid for or not; 0 without one */
  ownBid: ['ownBid', big],
})
const OwnAuction: Schema<OwnAuction> = ownAuction

const viewer = {
  marks: call('/viewer/marks', {
    about:
      'What the caller likes, holds and has offered in vain among up to 200 items, for a page of items that is the same for everybody. Items without a mark are left out; without a login there are none.',
    auth: 'optional',
    request: record({ items: ['items', listOf(chainItem, 200)] }),
    response: z.object({ list: z.array(ViewerMark) }),
    errors: ['CHAIN_UNKNOWN'],
  }),
  auctions: call('/viewer/auctions', {
    about:
      'Unfinished auctions that the caller owns or has an active bid in, those that end first first, 200 at most; without a login there are none.',
    auth: 'optional',
    request: record({}),
    response: z.object({ list: z.array(OwnAuction) }),
  }),
} satisfies Calls

/** Apart from the other calls of visitor pages, so that the first view does not carry it. */
export const VIEWER_CALLS = { viewer } as const satisfies Record<string, Calls>
