import { News } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { z } from 'zod'
import { afterCommit, type Db, type Tx, transact } from '../../db/database.ts'
import { deletePublished, hasUnpublished, insertNews, publishSome } from './store.ts'

type Told = Extract<News, { topic: 'item' | 'order' | 'auction' | 'box' | 'transaction' | 'collection' }>
/** News to everybody, or the word to one account that its notices have changed; how many are unread is counted when it is sent. */
export type Announced = Told | { readonly topic: 'notice'; readonly account: Address }

/** Writes news in the transaction that makes them true; whoever listens to `GET /events` hears of them once it is committed. */
export async function announce(tx: Tx, news: readonly Announced[]): Promise<void> {
  const rows = new Map(
    news.map((one) => {
      const account = one.topic === 'notice' ? one.account : undefined
      const body = one.topic === 'notice' ? '' : JSON.stringify(z.encode(News, one))
      return [`${account}${body}`, { topic: one.topic, account, body }]
    }),
  )
  if (rows.size === 0) return
  await insertNews(tx, [...rows.values()])
  afterCommit(tx, signal)
}

const listeners = new Set<() => void>()

/** Calls `listener` after each commit of news in this process; other processes' news are found by looking. */
export function onAnnounced(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function signal(): void {
  for (const listener of listeners) listener()
}

const CHUNK = 1_000

/** Gives positions to all that is committed. Any process may, also several at once. */
export async function publishNews(db: Db, now: number): Promise<void> {
  while (await hasUnpublished(db)) if ((await transact(db, (tx) => publishSome(tx, CHUNK, now))) < CHUNK) return
}

/** Whoever comes back later than this must fetch anew. */
const NEWS_LIFE_S = 86_400

export async function pruneNews(db: Db, now: number): Promise<void> {
  await publishNews(db, now)
  await deletePublished(db, now - NEWS_LIFE_S)
}

export { listHeads, listPublished, type PublishedRow, publishedRange } from './store.ts'
