import { AppError, type NoticeContent, type Person } from '@plinth/api'
import { type Address, NOTICE_SUBTYPE, NOTICE_TYPE, type NoticeSubtype } from '@plinth/protocol'
import type { RequestContext } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { addNotices, type NewNotice } from '../notices/service.ts'
import { peopleOf, personOf } from '../users/service.ts'
import { insertFollow } from './store.ts'

export { countFollows, followedAmong } from './store.ts'

/** Follows an account and notifies both; repeating it changes nothing. @throws AppError SELF_FOLLOW */
export async function followPerson(context: RequestContext, followed: Address): Promise<void> {
  const { address: follower } = context.requireCaller()
  if (follower === followed) throw new AppError('SELF_FOLLOW')
  await transact(context.db, async (tx) => {
    const at = context.clock.now()
    if (!(await insertFollow(tx, follower, followed, at))) return
    const people = await peopleOf(tx, [follower, followed])
    const about = { follower, at, source: `follow:${follower}:${followed}` }
    await addNotices(tx, [
      noticeOf(about, follower, NOTICE_SUBTYPE.FOLLOWING, personOf(people, followed)),
      noticeOf(about, followed, NOTICE_SUBTYPE.FOLLOWED, personOf(people, follower)),
    ])
  })
}

type About = { readonly follower: Address; readonly at: number; readonly source: string }

function noticeOf({ follower, at, source }: About, account: Address, subType: NoticeSubtype, user: Person): NewNotice {
  const type = NOTICE_TYPE.FOLLOW
  return {
    account,
    source,
    chainId: null,
    type,
    subType,
    actor: follower,
    media: user.avatar,
    content: contentOf(user),
    createdAt: at,
  }
}

const contentOf = (user: Person): NoticeContent => ({
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
