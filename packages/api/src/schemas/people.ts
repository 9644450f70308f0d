import { z } from 'zod'
import { record } from './record.ts'
import { address, big, count, flag, int, seconds } from './wire.ts'

/** An account shown with an item, order or notice: always with an address, even if it never signed in. */
export const Person = record({
  address: ['address', address],
  nickname: ['nickname', z.string()],
  avatar: ['avatar', z.string()],
})
export type Person = z.output<typeof Person>

/**
 * Document A §3 Follow list entry: `followers` counts the followers of that account, `isFollowed` is relative to the
 * token's user.
 */
export const FollowEntry = record({
  address: ['address', address],
  nickname: ['nickname', z.string()],
  avatar: ['avatar', z.string()],
  isFollowed: ['isFollow', flag],
  followers: ['count', count],
})
export type FollowEntry = z.output<typeof FollowEntry>

/**
 * An approval that the transfer proxy of a former edition still has from an account: all its items of a collection, or
 * an amount of a pay token.
 */
export const FormerApproval = record({
  chainId: ['chainId', int],
  edition: ['edition', count],
  /** the transfer proxy of that edition */
  spender: ['spender', address],
  /** the collection, or the pay token */
  address: ['address', address],
  name: ['name', z.string()],
  /** allowance of a pay token, in base units; 0 for a collection */
  allowance: ['allowance', big],
  decimals: ['decimals', count],
  isItems: ['items', flag],
})
export type FormerApproval = z.output<typeof FormerApproval>

/** State of one browser: documented on the record, but not sent by the server. The token comes beside the record. */
const OF_BROWSER = { walletType: '', networkId: 0 } as const

/** Document A §3 User. */
export const User = record(
  {
    id: ['id', big],
    address: [['address', 'coinbase'], address],
    nickname: ['nickname', z.string()],
    avatar: ['avatar', z.string()],
    brief: ['brief', z.string()],
    bannerUrl: ['bannerUrl', z.string()],
    shortUrl: ['shortUrl', z.string()],
    loginType: ['loginType', z.string()],
    isFollowed: ['isFollow', flag],
    createdAt: ['createTime', seconds],
  },
  OF_BROWSER,
)
export type User = z.output<typeof User>

export const UserStat = record({
  following: ['followCount', count],
  followers: ['followerCount', count],
  onSale: ['saleCount', count],
  held: ['collectionCount', count],
  created: ['createCount', count],
  liked: ['likeCount', count],
})
export type UserStat = z.output<typeof UserStat>
