import { createHash, randomBytes } from 'node:crypto'
import type { Page, Person, User } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { anyOf } from '../../db/columns.ts'
import { addressOf, bytes, type Db, forgetSessions, isDuplicate, type Tx, transact } from '../../db/database.ts'
import { gatedSearch } from '../../db/gate.ts'
import type { Source } from '../../db/keyset.ts'
import { nothing, type PageOf, pageBounds } from '../../db/paging.ts'
import { type FoundRows, type RowsOf, readFoundPage, readRowsAfter } from '../../db/rows-after.ts'
import type { AccountTables } from '../../db/schema/accounts.ts'
import {
  AT_LEAST,
  ENOUGH_OF_SHORT,
  isFound,
  isVeryName,
  MOST_OF_SHORT,
  placePerson,
  rankOf,
  readSearch,
  type Search,
} from '../../db/search.ts'

export type Account = Omit<Selectable<AccountTables['account']>, 'address'> & { readonly address: Address }

export async function findAccount(db: Db, by: { id: number } | { address: Address } | { shortUrl: string }): Promise<Account | undefined> {
  const query = db.selectFrom('account').selectAll()
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : 'address' in by
      ? query.where('address', '=', bytes(by.address))
      : query.where('short_url', '=', by.shortUrl)
  ).executeTakeFirst()
  return row && { ...row, address: addressOf(row.address) }
}

/** Creates the account at the first sign-in; later ones find it. */
export async function ensureAccount(db: Db, address: Address, now: number): Promise<Account> {
  await db
    .insertInto('account')
    .values({
      address: bytes(address),
      nickname: '',
      avatar: '',
      brief: '',
      banner_url: '',
      short_url: null,
      login_type: '1',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute()
  const account = await findAccount(db, { address })
  if (!account) throw new Error('The account that was just made is gone')
  return account
}

const MAIL_LOGIN = '2'
const WALLET_LOGIN = '1'

/** An account without a wallet. Its address is a hash of the row's number, so there is no key to it (decision 17). */
export async function addMailUser(tx: Tx, now: number): Promise<number> {
  const blank = { nickname: '', avatar: '', brief: '', banner_url: '', short_url: null, login_type: MAIL_LOGIN }
  const { id } = await tx
    .insertInto('account')
    .values({ address: randomBytes(20), ...blank, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const address = createHash('sha256').update(`plinth e-mail account ${id}`).digest().subarray(12)
  await tx.updateTable('account').set({ address }).where('id', '=', id).execute()
  return id
}

export const isWalletless = ({ login_type }: Account): boolean => login_type === MAIL_LOGIN

/** The account becomes the wallet's. */
export async function giveWallet(tx: Tx, id: number, wallet: Address, now: number): Promise<void> {
  const change = { address: bytes(wallet), login_type: WALLET_LOGIN, updated_at: now }
  await tx.updateTable('account').set(change).where('id', '=', id).execute()
  forgetSessions(tx)
}

export async function deleteAccount(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('account').where('id', '=', id).execute()
}

export type ProfileChange = { nickname?: string; avatar?: string; brief?: string; banner_url?: string; short_url?: string | null }

/** Returns false when another account has this short link. */
export async function updateProfile(db: Db, id: number, change: ProfileChange, now: number): Promise<boolean> {
  try {
    await transact(db, async (tx) => {
      await tx
        .updateTable('account')
        .set({ ...change, updated_at: now })
        .where('id', '=', id)
        .execute()
      if (change.nickname === undefined && change.brief === undefined) return
      const { nickname, brief } = await tx
        .selectFrom('account')
        .select(['nickname', 'brief'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await placePerson(tx, id, { nickname, brief })
    })
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}

/** Names and pictures by address; empty for addresses that never signed in. */
export async function peopleOf(db: Db, addresses: Iterable<Address>): Promise<Map<Address, Person>> {
  const people = new Map<Address, Person>()
  for (const address of addresses) people.set(address, { address, nickname: '', avatar: '' })
  if (people.size === 0) return people
  const rows = await db
    .selectFrom('account')
    .select(['address', 'nickname', 'avatar'])
    .where('address', '=', anyOf([...people.keys()]))
    .execute()
  for (const row of rows) {
    const address = addressOf(row.address)
    people.set(address, { address, nickname: row.nickname, avatar: row.avatar })
  }
  return people
}

/** Those of these addresses that have an account. */
export async function knownPeople(db: Db, addresses: readonly Address[]): Promise<Person[]> {
  if (addresses.length === 0) return []
  const rows = await db.selectFrom('account').select(['address', 'nickname', 'avatar']).where('address', '=', anyOf(addresses)).execute()
  return rows.map((row) => ({ ...row, address: addressOf(row.address) }))
}

/** Accounts by nickname, or the one with this address. */
export async function searchUsers(db: Db, text: string, page: PageOf): Promise<Page<User>> {
  const by = readSearch(text)
  if (by === undefined) return nothing(page)
  const { total, rows } = await gatedSearch(db, (tx) => readFoundPage<AccountRow>(tx, foundSource(by), sql`account.*`, page))
  return { list: rows.map((row) => presentUser({ ...row, address: addressOf(row.address) })), ...pageBounds(total, page).counts }
}

/** The same from a row on. */
export async function searchUserRows(db: Db, text: string, page: RowsOf): Promise<FoundRows<User>> {
  const by = readSearch(text)
  if (by === undefined) return { list: [] }
  const source = foundSource(by)
  const columns = sql`account.*, ${source.isCut} as is_cut`
  const { list, next } = await gatedSearch(db, (tx) => readRowsAfter<AccountRow & { is_cut: boolean }>(tx, source, columns, page))
  const people = list.map((row) => presentUser({ ...row, address: addressOf(row.address) }))
  return { list: people, next, ...(list[0]?.is_cut ? AT_LEAST : {}) }
}

type AccountRow = Selectable<AccountTables['account']>

const NEWEST = { by: sql`account.id`, direction: 'desc' } as const

/** Accounts whose nickname matches: equal names first, then names with this prefix, newest first; or the one with this address. */
function foundSource(by: Search | Address): Source & { readonly isCut: RawBuilder<unknown> } {
  // An account without a nickname still has an address.
  if (typeof by === 'string') return { from: sql`account`, where: sql`account.address = ${bytes(by)}`, order: [NEWEST], isCut: sql`false` }
  const rank = rankOf('account_search', by)
  const order = (ranked: RawBuilder<unknown>) => [{ by: ranked, direction: 'asc' } as const, NEWEST]
  const from = sql`account join account_search on account_search.id = account.id`
  const where = isFound('account_search', by)
  if (!by.isShort) return { from, where, order: order(rank), isCut: sql`false` }
  const first = (is: RawBuilder<unknown>) =>
    sql`(select id, ${rank} as rank from account_search where ${where} and ${is} limit ${ENOUGH_OF_SHORT})`
  const hits = sql`(select id, rank, count(*) over () > ${sql.lit(MOST_OF_SHORT)} as is_cut
    from (${first(isVeryName('account_search', by))} union ${first(sql`true`)}) hits order by rank, id desc limit ${sql.lit(MOST_OF_SHORT)})`
  return { from: sql`${hits} found join account using (id)`, where: sql`true`, order: order(sql`found.rank`), isCut: sql`found.is_cut` }
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

/** Columns of `account`, null where the address has none. */
export type PersonColumns = { readonly nickname: string | null; readonly avatar: string | null }

/** The person at an address, by the joined row of its account. */
export function namedPerson(address: Address, { nickname, avatar }: PersonColumns): Person {
  return { address, nickname: nickname ?? '', avatar: avatar ?? '' }
}

/** A person always has an address, with an account here or without. */
export function personOf(people: ReadonlyMap<Address, Person>, address: Address): Person {
  return people.get(address) ?? { address, nickname: '', avatar: '' }
}
