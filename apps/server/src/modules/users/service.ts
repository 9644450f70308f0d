import type { Page, User } from '@plinth/api'
import type { Db } from '../../db/database.ts'
import { nothing, type PageOf, placeOf } from '../../db/paging.ts'
import { readSearch } from '../../db/search.ts'
import { type Account, searchAccounts } from './store.ts'

export {
  type Account,
  addMailUser,
  deleteAccount,
  ensureAccount,
  findAccount,
  giveWallet,
  isWalletless,
  peopleOf,
  updateProfile,
} from './store.ts'

/** Accounts by nickname, or the one with this address. */
export async function searchUsers(db: Db, text: string, page: PageOf): Promise<Page<User>> {
  const by = readSearch(text)
  if (by === undefined) return nothing(page)
  const { total, rows } = await searchAccounts(db, by, page)
  return { list: rows.map(presentUser), ...placeOf(total, page).counts }
}

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
