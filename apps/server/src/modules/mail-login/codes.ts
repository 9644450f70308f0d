import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { MailTables } from '../../db/schema/mail.ts'
import { type Allowance, countAttempt, hasAttemptsLeft } from '../rate-limits/service.ts'
import { serverSecret } from '../sessions/service.ts'

export type Purpose = 'register' | 'password'

/** How long a mailed code is valid, in seconds. */
export const CODE_LIFE_S = 900
const DIGITS = 8
/** Wrong guesses that a code allows, from the browser that requested it, and from its address without that browser's cookie. */
const MOST_TRIES = 5
/**
 * Guesses at codes that another browser requested: per address, and in all. With the daily limit of letters (service.ts) they
 * keep the odds of guessing a code at 1 in 180,000 for each account and day of an attack: see decision 17.
 */
const ELSEWHERE_OF_ADDRESS: Allowance = { most: 10, inS: 86_400 }
const ELSEWHERE: Allowance = { most: 50, inS: 86_400 }
/** For so long a code is reported as expired rather than wrong. */
const REMEMBERED_S = 86_400
/** As many as can be open at once, and those of the last hour. */
const LOOKED_AT = 20
const SECRET = 'mailed code'

export type CodeOwner = { readonly emailKey: string; readonly purpose: Purpose }
/** The browser that requests or enters a code. */
export type CodeBrowser = { readonly browser: string | undefined; readonly ip: string }
type NewCode = CodeOwner & { readonly email: string; readonly passwordHash?: string; readonly isReal: boolean; readonly now: number }

/**
 * Makes a code for this address. Where nothing is to be mailed it is an unusable one, so that both cases look the same from
 * outside, even after wrong guesses.
 */
export async function makeCode(
  tx: Tx,
  { emailKey, purpose, email, passwordHash, isReal, now }: NewCode,
  { browser, ip }: CodeBrowser,
): Promise<string> {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const hash = isReal ? await hashOf(tx, [purpose, emailKey, code]) : randomBytes(32)
  const row = { email_key: emailKey, purpose, email, password_hash: passwordHash ?? null, code_hash: hash }
  const asker = { browser: browser === undefined ? null : await hashOf(tx, [browser]), asked_from: await hashOf(tx, [emailKey, ip]) }
  await tx
    .insertInto('mailed_code')
    .values({ ...row, ...asker, created_at: now, expires_at: now + CODE_LIFE_S })
    .execute()
  return code
}

export type UsedCode = { readonly id: number; readonly email: string; readonly passwordHash: string | null }
type CodeRow = Selectable<MailTables['mailed_code']>

/**
 * The code's row, or why there is none. A wrong guess counts against the browser or address that made it: the right code works
 * after any number of wrong ones from elsewhere. Does not throw, so that the count is committed.
 */
export async function findCode(
  tx: Tx,
  owner: CodeOwner,
  code: string,
  guesser: CodeBrowser,
  now: number,
): Promise<UsedCode | 'wrong' | 'expired'> {
  const given = await hashOf(tx, [owner.purpose, owner.emailKey, code.trim()])
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
  const open = await comparable(
    tx,
    owner,
    rows.filter((row) => row.expires_at >= now),
    guesser,
    now,
  )
  const compared = [...open.own, ...open.near, ...open.elsewhere]
  const isGiven = (row: CodeRow): boolean => timingSafeEqual(Buffer.from(row.code_hash), given)
  const found = compared.find(isGiven)
  if (found) return { id: found.id, email: found.email, passwordHash: found.password_hash }
  const isOld = rows.some((row) => row.expires_at < now && isGiven(row))
  if (isOld || (rows.length > 0 && compared.length === 0)) return 'expired'
  await countGuess(tx, 'tries', idsOf(open.own))
  await countGuess(tx, 'tries_near', idsOf(open.near))
  if (open.elsewhere.length > 0)
    for (const { keyParts, allowance } of elsewhere(owner, guesser)) await countAttempt(tx, keyParts, allowance, now)
  return 'wrong'
}

type Comparable = { readonly own: CodeRow[]; readonly near: CodeRow[]; readonly elsewhere: CodeRow[] }

/** The open codes that this guess may be compared with, by how near the guesser is to the requester. */
async function comparable(tx: Tx, owner: CodeOwner, open: readonly CodeRow[], guesser: CodeBrowser, now: number): Promise<Comparable> {
  const browser = guesser.browser === undefined ? undefined : await hashOf(tx, [guesser.browser])
  const from = await hashOf(tx, [owner.emailKey, guesser.ip])
  const isOwn = (row: CodeRow): boolean => browser !== undefined && row.browser !== null && browser.equals(row.browser)
  const isNear = (row: CodeRow): boolean => row.asked_from !== null && from.equals(row.asked_from)
  const others = open.filter((row) => !isOwn(row) && !isNear(row))
  const mayGuess =
    others.length > 0 && (await Promise.all(elsewhere(owner, guesser).map((one) => hasAttemptsLeft(tx, one, now)))).every(Boolean)
  return {
    own: open.filter((row) => isOwn(row) && row.tries < MOST_TRIES),
    near: open.filter((row) => !isOwn(row) && isNear(row) && row.tries_near < MOST_TRIES),
    elsewhere: mayGuess ? others : [],
  }
}

function elsewhere({ emailKey, purpose }: CodeOwner, { ip }: CodeBrowser): { keyParts: string[]; allowance: Allowance }[] {
  return [
    { keyParts: ['code', purpose, emailKey, ip], allowance: ELSEWHERE_OF_ADDRESS },
    { keyParts: ['code', purpose, emailKey], allowance: ELSEWHERE },
  ]
}

const idsOf = (rows: readonly CodeRow[]): number[] => rows.map(({ id }) => id)

export async function countGuess(tx: Tx, column: 'tries' | 'tries_near', ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('mailed_code')
    .set(({ eb }) => ({ [column]: eb(column, '+', 1) }))
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

async function hashOf(db: Db, keyParts: readonly string[]): Promise<Buffer> {
  return createHmac('sha256', await serverSecret(db, SECRET))
    .update(JSON.stringify(keyParts))
    .digest()
}
