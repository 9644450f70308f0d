import type { Page, User } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Db } from '../../db/database.ts'
import { nothing, type PageOf, placeOf } from '../../db/paging.ts'
import { readSearch } from '../../db/search.ts'
import { type Account, findAccount, searchAccounts } from './store.ts'

export { type Account, ensureAccount, findAccount, peopleOf } from './store.ts'

/** Who is meant: by nickname, or the one with this address. */
export async function searchUsers(db: Db, text: string, page: PageOf): Promise<Page<User>> {
  const by = readSearch(text)
  if (by === undefined) return nothing(page)
  const { total, rows } = typeof by === 'string' ? await oneAccount(db, by) : await searchAccounts(db, by, page)
  const { counts, isThere } = placeOf(total, page)
  return { list: isThere ? rows.map(presentUser) : [], ...counts }
}

async function oneAccount(db: Db, address: Address): Promise<{ total: number; rows: Account[] }> {
  const account = await findAccount(db, { address })
  return account ? { total: 1, rows: [account] } : { total: 0, rows: [] }
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
