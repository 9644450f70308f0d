import type { Catalogue, FollowEntry, Handlers, Page } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { RequestContext } from '../context.ts'
import { transact } from '../db/database.ts'
import { followPerson } from '../modules/follows/service.ts'
import { countFollowers, deleteFollow, followedAmong, listFollows } from '../modules/follows/store.ts'
import { peopleOf, personOf } from '../modules/users/service.ts'

type OfPerson = { address: Address; page: number; limit: number }

const listOf =
  (side: 'follows' | 'followers') =>
  async (context: RequestContext, { address, ...page }: OfPerson): Promise<Page<FollowEntry>> => {
    const { addresses, counts } = await listFollows(context.db, address, side, page)
    const [people, followed, followers] = await Promise.all([
      peopleOf(context.db, addresses),
      followedAmong(context.db, context.caller?.address, addresses),
      countFollowers(context.db, addresses),
    ])
    const entryOf = (each: Address): FollowEntry => ({
      ...personOf(people, each),
      isFollowed: followed.has(each),
      followers: followers.get(each) ?? 0,
    })
    return { list: addresses.map(entryOf), ...counts }
  }

export const followCalls = {
  add: async (context, { address, chainId }) => {
    await context.chains.resolveForWrite({ chainId })
    await followPerson(context, address)
    return {}
  },
  delete: async (context, { address, chainId }) => {
    await context.chains.resolveForWrite({ chainId })
    const { address: follower } = context.requireCaller()
    await transact(context.db, (tx) => deleteFollow(tx, follower, address))
    return {}
  },
  match: async (context, { address, people = [] }) => {
    const followed = await followedAmong(context.db, address, people)
    return address ? [...followed].map((each) => ({ follower: address, followed: each })) : []
  },
  follows: listOf('follows'),
  followers: listOf('followers'),
} satisfies Handlers<Catalogue['follow'], RequestContext>

/** The same under the other call names (decision 12). */
export const userFollowCalls = {
  following: followCalls.follows,
  follows: followCalls.followers,
} satisfies Handlers<Pick<Catalogue['user'], 'following' | 'follows'>, RequestContext>
