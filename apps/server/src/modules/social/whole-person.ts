import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas } from '../../db/columns.ts'
import { addressOf, bytes, type Db, type Tx } from '../../db/database.ts'
import { forgetNotices, moveNotices, removeNotices } from '../notices/service.ts'

/** Everything that one account likes and follows, and its followers. */
export async function listSocial(db: Db, address: Address) {
  const account = bytes(address)
  const likes = await db
    .selectFrom('item_like')
    .select(['chain_id', 'collection', 'token_id', 'created_at'])
    .where('account', '=', account)
    .execute()
  const follows = await db.selectFrom('follow').select(['followed as other', 'created_at']).where('follower', '=', account).execute()
  const followers = await db.selectFrom('follow').select(['follower as other', 'created_at']).where('followed', '=', account).execute()
  const present = (row: { other: Uint8Array; created_at: number }) => ({ address: addressOf(row.other), createdAt: row.created_at })
  return {
    likes: likes.map((row) => ({
      chainId: row.chain_id,
      collection: addressOf(row.collection),
      tokenId: row.token_id,
      createdAt: row.created_at,
    })),
    follows: follows.map(present),
    followers: followers.map(present),
  }
}

/** Moves likes, follows and notices of one address to another; duplicates are merged, and self-follows are left out. */
export async function moveSocial(tx: Tx, from: Address, to: Address): Promise<void> {
  const [old, next] = [bytes(from), bytes(to)]
  const { sources, others } = await tracesOf(tx, from)
  await sql`insert into item_like (chain_id, collection, token_id, account, created_at)
    select chain_id, collection, token_id, ${next}::bytea, created_at from item_like where account = ${old} on conflict do nothing`.execute(
    tx,
  )
  await sql`insert into follow (follower, followed, created_at)
    select ${next}::bytea, followed, created_at from follow where follower = ${old} and followed <> ${next} on conflict do nothing`.execute(
    tx,
  )
  await sql`insert into follow (follower, followed, created_at)
    select follower, ${next}::bytea, created_at from follow where followed = ${old} and follower <> ${next} on conflict do nothing`.execute(
    tx,
  )
  await deleteRows(tx, from)
  await recount(tx, [...others, from, to])
  await moveNotices(tx, { from, to, sources })
}

/** Deletes all likes and follows of an account, and the follows of it. */
export async function forgetSocial(tx: Tx, address: Address): Promise<void> {
  const { sources, others } = await tracesOf(tx, address)
  await deleteRows(tx, address)
  await recount(tx, [...others, address])
  await removeNotices(tx, sources)
  await forgetNotices(tx, address)
}

/** The sources of notices by the account's likes and follows, and the counters they are part of. */
async function tracesOf(db: Db, address: Address): Promise<{ sources: string[]; others: Address[] }> {
  const { likes, follows, followers } = await listSocial(db, address)
  const sources = [
    ...likes.map(({ chainId, collection, tokenId }) => `like:${chainId}:${collection}:${tokenId}:${address}`),
    ...follows.map((other) => `follow:${address}:${other.address}`),
    ...followers.map((other) => `follow:${other.address}:${address}`),
  ]
  return { sources, others: [...follows, ...followers].map((other) => other.address) }
}

async function deleteRows(tx: Tx, address: Address): Promise<void> {
  const account = bytes(address)
  await tx.deleteFrom('item_like').where('account', '=', account).execute()
  await tx
    .deleteFrom('follow')
    .where((eb) => eb.or([eb('follower', '=', account), eb('followed', '=', account)]))
    .execute()
}

/** From the rows, in one order everywhere, so that two transactions never wait for each other. */
async function recount(tx: Tx, accounts: readonly Address[]): Promise<void> {
  const sorted = [...new Set(accounts)].sort()
  await sql`insert into follow_counter (account, following, followers)
    select a, (select count(*) from follow where follower = a), (select count(*) from follow where followed = a)
      from unnest(${byteas(sorted)}) as a order by a
    on conflict (account) do update set following = excluded.following, followers = excluded.followers`.execute(tx)
  const dirty = sorted.map(bytes)
  await tx.updateTable('like_counter').set({ likes: 0 }).where('account', 'in', dirty).execute()
  await sql`insert into like_counter (chain_id, account, likes)
    select chain_id, account, count(*) from item_like where account in (${sql.join(dirty)}) group by chain_id, account
    on conflict (chain_id, account) do update set likes = excluded.likes`.execute(tx)
}
