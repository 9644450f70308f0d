import { createHash } from 'node:crypto'
import { AppError } from '@plinth/api'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** So many in so many seconds, over all processes. */
export type Allowance = { readonly most: number; readonly inS: number }

/** Counts one, or `many` that come at once. @throws AppError TOO_MANY_REQUESTS */
export async function consumeAttempt(db: Db, keyParts: readonly string[], allowance: Allowance, now: number, many = 1): Promise<void> {
  refuseAbove(await countAttempt(db, keyParts, allowance, now, many), allowance.most, allowance, now)
}

/** Counts nothing: for limits that count failures only. @throws AppError TOO_MANY_REQUESTS */
export async function requireAttemptsLeft(db: Db, keyParts: readonly string[], allowance: Allowance, now: number): Promise<void> {
  const row = await findAttempts(db, keyParts, allowance, now)
  if (row) refuseAbove(row, allowance.most - 1, allowance, now)
}

export async function hasAttemptsLeft(
  db: Db,
  { keyParts, allowance }: { keyParts: readonly string[]; allowance: Allowance },
  now: number,
): Promise<boolean> {
  return ((await findAttempts(db, keyParts, allowance, now))?.tries ?? 0) < allowance.most
}

async function findAttempts(db: Db, keyParts: readonly string[], { inS }: Allowance, now: number): Promise<Attempts | undefined> {
  const row = await db.selectFrom('try_count').select(['tries', 'since']).where('key', '=', keyOf(keyParts)).executeTakeFirst()
  return row && row.since > now - inS ? row : undefined
}

type Attempts = { readonly tries: number; readonly since: number }

function refuseAbove({ tries, since }: Attempts, most: number, { inS }: Allowance, now: number): void {
  if (tries > most) throw new AppError('TOO_MANY_REQUESTS', { seconds: Math.max(1, since + inS - now) })
}

/** Counts, and refuses nothing. */
export async function countAttempt(
  db: Db,
  keyParts: readonly string[],
  { inS }: Pick<Allowance, 'inS'>,
  now: number,
  many = 1,
): Promise<Attempts> {
  const isOver = sql<boolean>`try_count.since <= ${now - inS}::bigint`
  return db
    .insertInto('try_count')
    .values({ key: keyOf(keyParts), tries: many, since: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        tries: sql<number>`case when ${isOver} then ${many}::bigint else try_count.tries + ${many}::bigint end`,
        since: sql<number>`case when ${isOver} then ${now}::bigint else try_count.since end`,
      }),
    )
    .returning(['tries', 'since'])
    .executeTakeFirstOrThrow()
}

export async function forgetAttempts(db: Db, keyParts: readonly string[]): Promise<void> {
  await db.deleteFrom('try_count').where('key', '=', keyOf(keyParts)).execute()
}

const LONGEST_S = 86_400

export async function pruneAttempts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('try_count')
    .where('since', '<', now - LONGEST_S)
    .execute()
}

/** Hashed, so that e-mail addresses that were only typed in are not stored. */
function keyOf(keyParts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(keyParts)).digest()
}
