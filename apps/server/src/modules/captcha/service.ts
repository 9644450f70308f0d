import { createHash, randomBytes, randomInt } from 'node:crypto'
import { AppError } from '@plinth/api'
import type { Context, RequestContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { drawCaptcha } from './draw.ts'
import { LETTERS } from './glyphs.ts'

/** How long a captcha is valid, in seconds (decision 17). */
export const CAPTCHA_LIFE_S = 300
const WORD_LENGTH = 4
const RANDOM_STEPS = 2 ** 32

/** A captcha as a data URL; its id goes into the cookie. */
export async function makeCaptcha(context: Context): Promise<{ id: string; picture: string }> {
  const answer = Array.from({ length: WORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const png = await drawCaptcha(answer, () => randomInt(RANDOM_STEPS) / RANDOM_STEPS)
  const id = randomBytes(24).toString('base64url')
  const row = { id_hash: hashOf(id), answer, expires_at: context.clock.now() + CAPTCHA_LIFE_S }
  await context.db.insertInto('picture_code').values(row).execute()
  return { id, picture: `data:image/png;base64,${png.toString('base64')}` }
}

/** Allows one attempt per captcha, right or wrong; ignores case. @throws AppError PICTURE_CODE_WRONG */
export async function consumeCaptcha({ db, clock, picture }: RequestContext, code: string): Promise<void> {
  const row =
    picture.value === undefined
      ? undefined
      : await db
          .deleteFrom('picture_code')
          .where('id_hash', '=', hashOf(picture.value))
          .returning(['answer', 'expires_at'])
          .executeTakeFirst()
  if (row === undefined || row.expires_at < clock.now() || row.answer !== code.trim().toUpperCase())
    throw new AppError('PICTURE_CODE_WRONG')
}

export async function pruneCaptchas(db: Db, now: number): Promise<void> {
  await db.deleteFrom('picture_code').where('expires_at', '<', now).execute()
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}
