import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Cookie } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { serverSecret } from '../sessions/service.ts'
import type { MailAccount } from './store.ts'

/** How long a browser stays known, in seconds. */
export const KNOWN_LIFE_S = 31_536_000
/** The most accounts that know one browser. */
const MOST_ACCOUNTS = 5
const SECRET = 'known browser'

/**
 * A browser is known to an account that it has signed in to: wrong passwords from elsewhere don't lock it out. It holds one
 * signed mark for each account, `nonce.signature` (the device cookies of OWASP); a new password invalidates all of them. They
 * sign in no account. Returns the mark's nonce.
 */
export async function knownAs(db: Db, cookie: Cookie, account: MailAccount | undefined): Promise<string | undefined> {
  if (!account) return undefined
  const secret = await serverSecret(db, SECRET)
  return marksOf(cookie)
    .find((mark) => isFor(secret, account, mark))
    ?.split('.')[0]
}

/** Makes the browser known to the account. */
export async function remember(db: Db, cookie: Cookie, account: MailAccount): Promise<void> {
  const secret = await serverSecret(db, SECRET)
  const nonce = randomBytes(12).toString('base64url')
  const others = marksOf(cookie).filter((mark) => !isFor(secret, account, mark))
  cookie.keep([`${nonce}.${signatureOf(secret, account, nonce)}`, ...others].slice(0, MOST_ACCOUNTS).join('~'))
}

function marksOf({ value }: Cookie): string[] {
  return value?.split('~') ?? []
}

function isFor(secret: Uint8Array, account: MailAccount, mark: string): boolean {
  const [nonce = '', signature = ''] = mark.split('.')
  const [given, ours] = [Buffer.from(signature), Buffer.from(signatureOf(secret, account, nonce))]
  return given.length === ours.length && timingSafeEqual(given, ours)
}

function signatureOf(secret: Uint8Array, { account_id, password_hash }: MailAccount, nonce: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([account_id, password_hash, nonce]))
    .digest('base64url')
}
