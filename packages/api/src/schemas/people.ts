import { z } from 'zod'
import { record, type Schema } from './record.ts'
import { address, big, count, flag, int, seconds } from './wire.ts'

/** An account shown with an item, order or notice: always with an address, even if it never signed in. */
export interface Person extends z.output<typeof person> {}
const person = record({
  address: ['address', address],
  nickname: ['nickname', z.string()],
  avatar: ['avatar', z.string()],
})
export const Person: Schema<Person> = person

/**
 * Document A §3 Follow list entry: `followers` counts the followers of that account, `isFollowed` is relative to the
 * token's user.
 */
export interface FollowEntry extends z.output<typeof followEntry> {}
const followEntry = record({
  address: ['address', address],
  nickname: ['nickname', z.string()],
  avatar: ['avatar', z.string()],
  isFollowed: ['isFollow', flag],
  followers: ['count', count],
})
export const FollowEntry: Schema<FollowEntry> = followEntry

/**
 * An approval that the transfer proxy of a former edition still has from an account: all its items of a collection, or
 * an amount of a pay token.
 */
export interface FormerApproval extends z.output<typeof formerApproval> {}
const formerApproval = record({
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
export const FormerApproval: Schema<FormerApproval> = formerApproval

/** State of one browser: documented on the record, but not sent by the server. The token comes beside the record. */
const OF_BROWSER = { walletType: '', networkId: 0 } as const

/** Document A §3 User. */
export interface User extends z.output<typeof userFields> {}
const userFields = record(
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
export const User: Schema<User> = userFields

export interface UserStat extends z.output<typeof userStat> {}
const userStat = record({
  following: ['followCount', count],
  followers: ['followerCount', count],
  onSale: ['saleCount', count],
  held: ['collectionCount', count],
  created: ['createCount', count],
  liked: ['likeCount', count],
})
export const UserStat: Schema<UserStat> = userStat
