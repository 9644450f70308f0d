import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { anyOf } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import { type PageOf, pageBounds } from '../../db/paging.ts'

export type FollowCounts = { readonly following: number; readonly followers: number }

/** Returns false when `follower` followed the account before. */
export async function insertFollow(tx: Tx, follower: Address, followed: Address, now: number): Promise<boolean> {
  const row = await tx
    .insertInto('follow')
    .values({ follower: bytes(follower), followed: bytes(followed), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at')
    .executeTakeFirst()
  if (row) await addToCounters(tx, follower, followed, 1)
  return row !== undefined
}

export async function deleteFollow(tx: Tx, follower: Address, followed: Address): Promise<void> {
  const row = await tx
    .deleteFrom('follow')
    .where('follower', '=', bytes(follower))
    .where('followed', '=', bytes(followed))
    .returning('created_at')
    .executeTakeFirst()
  if (row) await addToCounters(tx, follower, followed, -1)
}

/** Two accounts that follow each other at once lock their counters in the same order. */
async function addToCounters(tx: Tx, follower: Address, followed: Address, by: 1 | -1): Promise<void> {
  const changes = [
    { account: follower, following: by, followers: 0 },
    { account: followed, following: 0, followers: by },
  ].sort((a, b) => (a.account < b.account ? -1 : 1))
  for (const { account, following, followers } of changes)
    await tx
      .insertInto('follow_counter')
      .values({ account: bytes(account), following, followers })
      .onConflict((conflict) =>
        conflict.column('account').doUpdateSet({
          following: sql<number>`follow_counter.following + ${following}`,
          followers: sql<number>`follow_counter.followers + ${followers}`,
        }),
      )
      .execute()
}

export async function countFollows(db: Db, account: Address): Promise<FollowCounts> {
  const row = await db
    .selectFrom('follow_counter')
    .select(['following', 'followers'])
    .where('account', '=', bytes(account))
    .executeTakeFirst()
  return row ?? { following: 0, followers: 0 }
}

/** The number of followers of each of these accounts; accounts without any are missing. */
export async function countFollowers(db: Db, people: readonly Address[]): Promise<Map<Address, number>> {
  if (people.length === 0) return new Map()
  const rows = await db.selectFrom('follow_counter').select(['account', 'followers']).where('account', '=', anyOf(people)).execute()
  return new Map(rows.map(({ account, followers }) => [addressOf(account), followers]))
}

/** Which of these accounts `follower` follows. */
export async function followedAmong(db: Db, follower: Address | undefined, people: readonly Address[]): Promise<Set<Address>> {
  if (!follower || people.length === 0) return new Set()
  const rows = await db
    .selectFrom('follow')
    .select('followed')
    .where('follower', '=', bytes(follower))
    .where('followed', '=', anyOf(people))
    .execute()
  return new Set(rows.map((row) => addressOf(row.followed)))
}

const SIDES = { follows: ['follower', 'followed', 'following'], followers: ['followed', 'follower', 'followers'] } as const

/** Addresses on the other side of an account's follows, newest first. */
export async function listFollows(db: Db, account: Address, side: keyof typeof SIDES, page: PageOf) {
  const [own, other, counter] = SIDES[side]
  const { isThere, offset, counts } = pageBounds((await countFollows(db, account))[counter], page)
  const rows = isThere
    ? await db
        .selectFrom('follow')
        .select(`${other} as address`)
        .where(own, '=', bytes(account))
        .orderBy('created_at', 'desc')
        .orderBy(other)
        .limit(page.limit)
        .offset(offset)
        .execute()
    : []
  return { addresses: rows.map((row) => addressOf(row.address)), counts }
}
