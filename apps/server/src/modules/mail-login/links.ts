import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError, type LinkAct } from '@plinth/api'
import type { RequestContext } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { consumeCaptcha } from '../captcha/service.ts'

/** How long a mailed link is valid, in seconds. */
export const LINK_LIFE_S = 900
/** As many as can be open at once: the hourly limit of letters, and those of known browsers. */
const LOOKED_AT = 20
const BYTES = 32

export type LinkOwner = { readonly emailKey: string; readonly act: LinkAct }
/** The code of the picture, or the token of a mailed link. */
export type Proof = { readonly code?: string | undefined; readonly link?: string | undefined }

/** Makes a token, of which only the hash is kept. Where nothing is to be mailed the row fits no token, and costs the same. */
export async function makeLink(tx: Tx, { emailKey, act }: LinkOwner, isReal: boolean, now: number): Promise<string> {
  const token = randomBytes(BYTES).toString('base64url')
  const hash = isReal ? hashOf(token) : randomBytes(BYTES)
  const row = { email_key: emailKey, act, token_hash: hash, expires_at: now + LINK_LIFE_S }
  await tx.insertInto('mailed_link').values(row).execute()
  return token
}

/**
 * Consumes the captcha, or finds the link that stands in for it: its id, to be spent by the act that goes through. So a slip in
 * a password costs no letter; guesses at it have limits of their own. @throws AppError PICTURE_CODE_WRONG, PICTURE_LINK_GONE
 */
export async function takeProof(context: RequestContext, owner: LinkOwner, { code = '', link }: Proof): Promise<number | undefined> {
  if (link === undefined) {
    await consumeCaptcha(context, code)
    return undefined
  }
  const id = await findLink(context.db, owner, link, context.clock.now())
  if (id === undefined) throw new AppError('PICTURE_LINK_GONE')
  return id
}

async function findLink(db: Db, { emailKey, act }: LinkOwner, token: string, now: number): Promise<number | undefined> {
  const given = hashOf(token)
  const rows = await db
    .selectFrom('mailed_link')
    .select(['id', 'token_hash'])
    .where('email_key', '=', emailKey)
    .where('act', '=', act)
    .where('expires_at', '>=', now)
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .execute()
  return rows.find((row) => timingSafeEqual(Buffer.from(row.token_hash), given))?.id
}

/** Of two acts by one link that run at once only the first goes through. @throws AppError PICTURE_LINK_GONE */
export async function spendLink(db: Db, id: number | undefined): Promise<void> {
  if (id === undefined) return
  const spent = await db.deleteFrom('mailed_link').where('id', '=', id).returning('id').executeTakeFirst()
  if (!spent) throw new AppError('PICTURE_LINK_GONE')
}

export async function dropLinks(db: Db, emailKey: string): Promise<void> {
  await db.deleteFrom('mailed_link').where('email_key', '=', emailKey).execute()
}

export async function pruneLinks(db: Db, now: number): Promise<void> {
  await db.deleteFrom('mailed_link').where('expires_at', '<', now).execute()
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
