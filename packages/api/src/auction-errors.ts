import type { ErrorRow } from './error-row.ts'

/** Refusals of actions at an auction, 42xx of the registry. */
export const AUCTION_ERRORS = {
  AUCTION_OVER: {
    errno: 4201,
    en: 'The auction has been settled or cancelled. Nothing has moved.',
    zh: '该拍卖已成交或已取消，没有任何变动。',
    retry: false,
  },
  AUCTION_NOT_ENDED: { errno: 4202, en: 'The auction still takes bids.', zh: '拍卖仍在接受出价。', retry: true },
  AUCTION_EXPIRED: {
    errno: 4203,
    en: 'The time to settle this auction has passed. Nothing has moved.',
    zh: '该拍卖的成交期限已过，没有任何变动。',
    retry: false,
  },
  AUCTION_BID_VOID: {
    errno: 4204,
    en: 'The bidder has taken this bid back. The next bid takes its place.',
    zh: '出价者已撤回该出价，由下一个出价替补。',
    retry: true,
  },
  AUCTION_BID_LOW: {
    errno: 4205,
    en: 'The highest bid is below the lowest accepted price.',
    zh: '最高出价低于保留价。',
    retry: false,
  },
  AUCTION_NOT_PARTY: {
    errno: 4206,
    en: 'Only the owner accepts, and only the highest bidder buys.',
    zh: '只有拍卖者可以接受，只有最高出价者可以购买。',
    retry: false,
  },
  AUCTION_SHAPE: {
    errno: 4207,
    en: 'An auction must sell items for a token that is not the native coin, and end after it starts.',
    zh: '拍卖只能以代币（而非主币）计价，且结束时间晚于开始时间。',
    retry: false,
  },
  AUCTION_OWN: { errno: 4208, en: 'You can’t bid on your own auction.', zh: '不能对自己的拍卖出价。', retry: false },
  AUCTION_NOT_FOUND: { errno: 4209, en: 'There is no such auction.', zh: '没有该拍卖。', retry: false },
  ON_AUCTION: {
    errno: 4210,
    en: 'You have it at auction. Cancel the auction first.',
    zh: '该作品正在拍卖，请先取消拍卖。',
    retry: false,
  },
  ON_SALE: {
    errno: 4211,
    en: 'You have listed it at a fixed price. Cancel the listing first.',
    zh: '该作品正在以一口价出售，请先下架。',
    retry: false,
  },
  AUCTION_NOT_STARTED: { errno: 4212, en: 'The auction has not started yet.', zh: '拍卖尚未开始。', retry: true },
  AUCTION_STARTED: {
    errno: 4213,
    en: 'An auction can only be changed before it starts.',
    zh: '拍卖开始后不能再修改。',
    retry: false,
  },
  AUCTION_ENDED: { errno: 4214, en: 'The auction has ended and takes no more bids.', zh: '拍卖已结束，不再接受出价。', retry: false },
  AUCTION_BID_BELOW_NEXT: {
    errno: 4215,
    en: 'A bid must be at least {least} {symbol} now.',
    zh: '目前出价至少为 {least} {symbol}。',
    retry: false,
  },
  AUCTION_LEADING: { errno: 4216, en: 'You are the highest bidder already.', zh: '你已是最高出价者。', retry: false },
  AUCTION_NO_BID: {
    errno: 4217,
    en: 'There is no bid that can be paid right now.',
    zh: '目前没有可支付的出价。',
    retry: true,
  },
  AUCTION_BID_NOT_FOUND: { errno: 4218, en: 'You have no such bid here.', zh: '你在此没有该出价。', retry: false },
  AUCTION_PARTIES_ONLY: {
    errno: 4219,
    en: 'Only its owner or its highest bidder can settle this auction.',
    zh: '该拍卖只能由拍卖者或最高出价者完成成交。',
    retry: false,
  },
  AUCTION_BID_PUBLIC: {
    errno: 4220,
    en: 'Anybody may settle with this bid now. Take it back on chain.',
    zh: '现在任何人都可以用该出价完成成交，请在链上撤回。',
    retry: false,
  },
  AUCTION_TAKEN: {
    errno: 4221,
    en: 'Somebody buys it at the buy-now price. No other bids are taken.',
    zh: '已有人以立即购买价购买，不再接受其他出价。',
    retry: true,
  },
} as const satisfies Record<string, ErrorRow>
