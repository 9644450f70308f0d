import { randomBytes } from 'node:crypto'
import { LOGIN_WINDOWS_S } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Caller } from '../../context.ts'
import { addressOf, type Db, forgetSessions } from '../../db/database.ts'
import { tokenHash } from '../../secrets/session-tokens.ts'

/** The use of a session is written at most this often. */
const TOUCH_S = 60

/** The account of a live session token. */
export async function findSession(db: Db, token: string, now: number): Promise<Caller | undefined> {
  const hash = tokenHash(token)
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.id', 'account.address', 'session.used_at'])
    .where('token_hash', '=', hash)
    .where('used_at', '>', now - LOGIN_WINDOWS_S.tokenIdle)
    .where('locked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  if (now - row.used_at >= TOUCH_S) await touch(db, hash, now)
  return { accountId: row.id, address: addressOf(row.address) }
}

/** A reader does not wait until a standby has it too. */
async function touch(db: Db, hash: Buffer, now: number): Promise<void> {
  await sql`update session set used_at = ${now} from (select set_config('synchronous_commit', 'off', true)) alone
    where token_hash = ${hash}`.execute(db)
}

/** Which of these tokens are live; the check does not count as use. */
export async function listLiveTokens(db: Db, tokens: readonly string[], now: number): Promise<Set<string>> {
  const byHash = new Map(tokens.map((token) => [tokenHash(token).toString('hex'), token]))
  const rows = await db
    .selectFrom('session')
    .select('token_hash')
    .where('token_hash', 'in', [...byHash.values()].map(tokenHash))
    .where('used_at', '>', now - LOGIN_WINDOWS_S.tokenIdle)
    .execute()
  return new Set(rows.flatMap((row) => byHash.get(Buffer.from(row.token_hash).toString('hex')) ?? []))
}

export async function insertSession(db: Db, token: string, accountId: number, now: number): Promise<void> {
  await db
    .insertInto('session')
    .values({ token_hash: tokenHash(token), account_id: accountId, created_at: now, used_at: now })
    .execute()
}

export async function deleteSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash(token)).execute()
  forgetSessions(db)
}

/** Signs the account out everywhere. */
export async function endSessions(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', accountId).execute()
  forgetSessions(db)
}

/** Moves the sessions to the account that theirs was merged into. */
export async function moveSessions(db: Db, from: number, to: number): Promise<void> {
  await db.updateTable('session').set({ account_id: to }).where('account_id', '=', from).execute()
  forgetSessions(db)
}

export async function listSessions(db: Db, accountId: number): Promise<{ createdAt: number; usedAt: number }[]> {
  return db
    .selectFrom('session')
    .select(['created_at as createdAt', 'used_at as usedAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

/** Records a sign-in as used; false when it was used before. */
export async function insertUse(db: Db, key: Buffer, sealedToken: Buffer, now: number): Promise<boolean> {
  const row = await db
    .insertInto('login_use')
    .values({ use_key: key, sealed_token: sealedToken, used_at: now })
    .onConflict((conflict) => conflict.column('use_key').doNothing())
    .returning('used_at')
    .executeTakeFirst()
  return row !== undefined
}

export async function findUse(db: Db, key: Buffer): Promise<{ sealed_token: Uint8Array; used_at: number } | undefined> {
  return db.selectFrom('login_use').select(['sealed_token', 'used_at']).where('use_key', '=', key).executeTakeFirst()
}

/** A secret of this installation, generated on first use. */
export async function serverSecret(db: Db, name: string): Promise<Uint8Array> {
  const find = () => db.selectFrom('server_secret').select('value').where('name', '=', name).executeTakeFirst()
  const found = await find()
  if (found) return found.value
  await db
    .insertInto('server_secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error('The secret that was just made is gone')
  return made.value
}

/** Deletes expired sessions and sign-ins too old to be sent again. */
export async function pruneSessions(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where('used_at', '<=', now - LOGIN_WINDOWS_S.tokenIdle)
    .execute()
  const unusable = 2 * (LOGIN_WINDOWS_S.skew + LOGIN_WINDOWS_S.nonce)
  await db
    .deleteFrom('login_use')
    .where('used_at', '<', now - unusable)
    .execute()
}
