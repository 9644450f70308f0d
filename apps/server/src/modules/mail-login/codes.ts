import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '../../db/database.ts'
import { serverSecret } from '../sessions/service.ts'

export type Purpose = 'register' | 'password'

/** How long a mailed code is good, in seconds. */
export const CODE_LIFE_S = 900
const DIGITS = 6
/** Wrong guesses that a code outlives. */
const MOST_TRIES = 5
/** A code is told to have expired, rather than to be wrong, for so long. */
const REMEMBERED_S = 86_400
const LOOKED_AT = 10
const SECRET = 'mailed code'

export type CodeOwner = { readonly emailKey: string; readonly purpose: Purpose }
type NewCode = CodeOwner & { readonly email: string; readonly passwordHash?: string; readonly isReal: boolean; readonly now: number }

/**
 * A code for this address. Where nothing is to be mailed it is one that nobody can type, so that from outside both look alike
 * also after wrong guesses.
 */
export async function makeCode(tx: Tx, { emailKey, purpose, email, passwordHash, isReal, now }: NewCode): Promise<string> {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const hash = isReal ? await hashOf(tx, { emailKey, purpose }, code) : randomBytes(32)
  const row = { email_key: emailKey, purpose, email, password_hash: passwordHash ?? null, code_hash: hash }
  await tx
    .insertInto('mailed_code')
    .values({ ...row, created_at: now, expires_at: now + CODE_LIFE_S })
    .execute()
  return code
}

export type UsedCode = { readonly id: number; readonly email: string; readonly passwordHash: string | null }

/** The code's row, or why there is none; a wrong guess is counted against all that are open. Does not throw, so that the count stays. */
export async function findCode(tx: Tx, owner: CodeOwner, code: string, now: number): Promise<UsedCode | 'wrong' | 'expired'> {
  const given = await hashOf(tx, owner, code.trim())
  const rows = await tx
    .selectFrom('mailed_code')
    .selectAll()
    .where('email_key', '=', owner.emailKey)
    .where('purpose', '=', owner.purpose)
    .where('created_at', '>', now - REMEMBERED_S)
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .forUpdate()
    .execute()
  const open = rows.filter((row) => row.expires_at >= now && row.tries < MOST_TRIES)
  const found = rows.find((row) => timingSafeEqual(Buffer.from(row.code_hash), given))
  if (found && open.includes(found)) return { id: found.id, email: found.email, passwordHash: found.password_hash }
  if (found || (rows.length > 0 && open.length === 0)) return 'expired'
  await countGuess(
    tx,
    open.map((row) => row.id),
  )
  return 'wrong'
}

export async function countGuess(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('mailed_code')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', 'in', [...ids])
    .execute()
}

export async function dropCodes(db: Db, { emailKey, purpose }: { emailKey: string; purpose?: Purpose }): Promise<void> {
  const query = db.deleteFrom('mailed_code').where('email_key', '=', emailKey)
  await (purpose === undefined ? query : query.where('purpose', '=', purpose)).execute()
}

export async function pruneCodes(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('mailed_code')
    .where('created_at', '<=', now - REMEMBERED_S)
    .execute()
}

async function hashOf(db: Db, { emailKey, purpose }: CodeOwner, code: string): Promise<Buffer> {
  return createHmac('sha256', await serverSecret(db, SECRET))
    .update(JSON.stringify([purpose, emailKey, code]))
    .digest()
}
