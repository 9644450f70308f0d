import { LiveEvent } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { z } from 'zod'
import { afterCommit, type Db, type Tx, transact } from '../../db/database.ts'
import { deletePublished, hasUnpublished, insertEvents, publishSome } from './store.ts'

type PublicEvent = Unsent<Extract<LiveEvent, { topic: 'item' | 'order' | 'auction' | 'box' | 'transaction' | 'collection' }>>
/** The sender adds `asOf`: it knows the batch. */
type Unsent<E> = E extends LiveEvent ? Omit<E, 'asOf'> : never
/** A public event, or a notification to one account that its notices have changed; unread ones are counted when it is sent. */
export type OutboxEvent = PublicEvent | { readonly topic: 'notice'; readonly account: Address }

/** Writes events in the transaction that makes them true; subscribers of `GET /events` receive them after its commit. */
export async function emitEvents(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const rows = new Map(
    events.map((one) => {
      const account = one.topic === 'notice' ? one.account : undefined
      const body = one.topic === 'notice' ? '' : bodyOf(one)
      return [`${account}${body}`, { topic: one.topic, account, body }]
    }),
  )
  if (rows.size === 0) return
  await insertEvents(tx, [...rows.values()])
  afterCommit(tx, signal)
}

/** As `LiveEvent` writes it. A block has thousands of two kinds, whose fields are digits and hex: these are not checked again. */
function bodyOf(event: PublicEvent): string {
  if (event.topic === 'item')
    return `{"topic":"item","chainId":${event.chainId},"collection":"${event.collection}","tokenId":"${event.tokenId}"}`
  if (event.topic === 'transaction')
    return `{"topic":"transaction","chainId":${event.chainId},"hash":"${event.hash}","status":"${event.status}"}`
  return JSON.stringify(z.encode(LiveEvent, event))
}

const listeners = new Set<() => void>()

/** Calls `listener` after each commit of events in this process; events of other processes are found by polling. */
export function onEmitted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function signal(): void {
  for (const listener of listeners) listener()
}

const CHUNK = 1_000

/** Assigns positions to all committed events. Any process may call it, also several at once. */
export async function publishEvents(db: Db, now: number): Promise<void> {
  while (await hasUnpublished(db)) if ((await transact(db, (tx) => publishSome(tx, CHUNK, now))) < CHUNK) return
}

/** A client that comes back later than this must fetch everything again. */
const EVENT_LIFE_S = 86_400

export async function pruneEvents(db: Db, now: number): Promise<void> {
  await publishEvents(db, now)
  await deletePublished(db, now - EVENT_LIFE_S)
}

export { listHeads, listPublished, type PublishedRow, publishedRange } from './store.ts'
