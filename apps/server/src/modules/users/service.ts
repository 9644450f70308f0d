import type { User } from '@plinth/api'
import type { Account } from './store.ts'

export { type Account, ensureAccount, findAccount, peopleOf } from './store.ts'

export function presentUser(account: Account): User {
  return {
    id: BigInt(account.id),
    address: account.address,
    nickname: account.nickname,
    avatar: account.avatar,
    brief: account.brief,
    bannerUrl: account.banner_url,
    shortUrl: account.short_url ?? '',
    loginType: account.login_type,
    isFollowed: false,
    createdAt: account.created_at,
  }
}
