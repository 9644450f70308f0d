import type { EventTopic } from '@plinth/api'
import type { Generated } from 'kysely'

/**
 * Events written in the transactions that make them true. Ids are assigned at insert and so don't follow the order of commits;
 * positions do.
 */
type OutboxTable = {
  id: Generated<number>
  topic: EventTopic
  /** The only account that may see it; null for a public event. */
  account: Uint8Array | null
  /** JSON as it is sent; "" where it is built when sent. */
  body: string
  /** Its position in the stream, without gaps; null until it is published. */
  position: number | null
  published_at: number | null
}

/** Its one row is the lock under which positions are assigned. */
type OutboxCounterTable = { id: number; last: number }

export type OutboxTables = { outbox: OutboxTable; outbox_counter: OutboxCounterTable }
