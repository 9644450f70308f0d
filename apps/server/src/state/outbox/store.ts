import type { EventTopic } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, insertColumns, lines, texts } from '../../db/columns.ts'
import { addressOf, type Db, type Tx } from '../../db/database.ts'

export type NewRow = { readonly topic: EventTopic; readonly account: Address | undefined; readonly body: string }
export type PublishedRow = NewRow & { readonly position: number }

export async function insertEvents(tx: Tx, rows: readonly NewRow[]): Promise<void> {
  await insertColumns(tx, 'outbox', {
    topic: texts(rows.map((row) => row.topic)),
    account: byteas(rows.map((row) => row.account ?? null)),
    body: lines(rows.map((row) => row.body)),
  })
}

export async function hasUnpublished(db: Db): Promise<boolean> {
  return (await db.selectFrom('outbox').select('id').where('position', 'is', null).limit(1).executeTakeFirst()) !== undefined
}

/**
 * Assigns the next positions to committed rows, at most `limit`; returns how many. One publisher at a time holds the counter
 * until its positions are committed, so a reader who sees one position sees all below it.
 */
export async function publishSome(tx: Tx, limit: number, now: number): Promise<number> {
  const counter = await tx.selectFrom('outbox_counter').select('last').where('id', '=', 1).forUpdate().executeTakeFirstOrThrow()
  const waiting = tx
    .selectFrom('outbox')
    .select(['id', sql<number>`row_number() over (order by id)`.as('step')])
    .where('position', 'is', null)
    .orderBy('id')
    .limit(limit)
    .as('waiting')
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .from(waiting)
    .set({ position: sql<number>`${counter.last}::bigint + waiting.step`, published_at: now })
    .whereRef('outbox.id', '=', 'waiting.id')
    .executeTakeFirstOrThrow()
  const published = Number(numUpdatedRows)
  await tx
    .updateTable('outbox_counter')
    .set({ last: counter.last + published })
    .where('id', '=', 1)
    .execute()
  return published
}

export async function listPublished(db: Db, after: number, limit: number): Promise<PublishedRow[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['topic', 'account', 'body', 'position'])
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(({ topic, account, body, position }) => ({
    topic,
    body,
    account: account ? addressOf(account) : undefined,
    position: Number(position),
  }))
}

/** The last position given, and the first one that is still there. */
export async function publishedRange(db: Db): Promise<{ last: number; first: number }> {
  const { last } = await db.selectFrom('outbox_counter').select('last').where('id', '=', 1).executeTakeFirstOrThrow()
  const kept = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min('position').as('first'))
    .where('position', '<=', last)
    .executeTakeFirst()
  return { last, first: kept?.first ?? last + 1 }
}

export async function deletePublished(db: Db, before: number): Promise<void> {
  await db.deleteFrom('outbox').where('published_at', '<', before).execute()
}

/** The blocks up to which the chains are indexed. */
export async function listHeads(db: Db): Promise<{ chainId: number; number: number; timestamp: number }[]> {
  return db
    .selectFrom('chain_cursor')
    .innerJoin('chain_block', (join) =>
      join.onRef('chain_block.chain_id', '=', 'chain_cursor.chain_id').onRef('chain_block.hash', '=', 'chain_cursor.hash'),
    )
    .select(['chain_cursor.chain_id as chainId', 'chain_cursor.number', 'chain_block.at as timestamp'])
    .execute()
}
