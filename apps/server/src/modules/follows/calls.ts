import { AppError, type Catalogue, type FollowEntry, type Handlers, type NoticeContent, type Page, type Person } from '@plinth/api'
import { type Address, NOTICE_SUBTYPE, NOTICE_TYPE, type NoticeSubtype } from '@plinth/protocol'
import type { RequestContext } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { personOf } from '../../views/people.ts'
import { addNotices, type NewNotice } from '../notices/inbox.ts'
import { peopleOf } from '../users/service.ts'
import { countFollowers, deleteFollow, followedAmong, insertFollow, listFollows } from './follow-store.ts'

/** Follows an account and notifies both; repeating it changes nothing. @throws AppError SELF_FOLLOW */
async function followPerson(context: RequestContext, followed: Address): Promise<void> {
  const { address: follower } = context.requireCaller()
  if (follower === followed) throw new AppError('SELF_FOLLOW')
  await transact(context.db, async (tx) => {
    const at = context.clock.now()
    if (!(await insertFollow(tx, follower, followed, at))) return
    const people = await peopleOf(tx, [follower, followed])
    const about = { chainId: context.config.defaultChainId, follower, at, source: `follow:${follower}:${followed}` }
    await addNotices(tx, [
      noticeOf(about, follower, NOTICE_SUBTYPE.FOLLOWING, personOf(people, followed)),
      noticeOf(about, followed, NOTICE_SUBTYPE.FOLLOWED, personOf(people, follower)),
    ])
  })
}

type About = { readonly chainId: number; readonly follower: Address; readonly at: number; readonly source: string }

function noticeOf({ chainId, follower, at, source }: About, account: Address, subType: NoticeSubtype, user: Person): NewNotice {
  const type = NOTICE_TYPE.FOLLOW
  return {
    account,
    source,
    chainId,
    type,
    subType,
    operator: follower,
    media: user.avatar,
    content: contentOf(chainId, user),
    createdAt: at,
  }
}

const contentOf = (chainId: number, user: Person): NoticeContent => ({
  chainId,
  user,
  txHash: '',
  sellToken: '',
  sellTokenId: '',
  buyToken: '',
  buyTokenId: '',
  price: '',
  symbol: '',
  quantity: '',
})

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
  add: async (context, { address }) => {
    await followPerson(context, address)
    return {}
  },
  delete: async (context, { address }) => {
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
