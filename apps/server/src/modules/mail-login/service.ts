import { AppError } from '@plinth/api'
import { emailKey, findPasswordProblem, isEmail } from '@plinth/protocol'
import type { RequestContext } from '../../context.ts'
import { type Tx, transact } from '../../db/database.ts'
import { letterOf } from '../mail/letters.ts'
import { dropLetters, queueLetter } from '../mail/service.ts'
import { usePicture } from '../pictures/service.ts'
import { endSessions, openSessionOf } from '../sessions/service.ts'
import { type Allowance, forgetTries, takeTry } from '../tries/service.ts'
import { type Account, addMailUser, findAccount } from '../users/service.ts'
import { CODE_LIFE_S, countGuess, dropCodes, findCode, makeCode, type Purpose, type UsedCode } from './codes.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { deleteMailAccount, findMailAccount, insertMailAccount, type MailAccount, updatePassword } from './store.ts'

export { pruneCodes } from './codes.ts'
export { isPassword } from './passwords.ts'
export { findMailAccount, moveMailAccount } from './store.ts'

/** As long as the page's counter runs (document A §2). */
const RESEND: Allowance = { most: 1, inS: 120 }
/** Nobody's mailbox is flooded through us. */
const MAILS: Allowance = { most: 6, inS: 3_600 }
const LOGINS_HERE: Allowance = { most: 10, inS: 900 }
const LOGINS_ANYWHERE: Allowance = { most: 50, inS: 900 }
/** A notice that nobody has to act on may come late. */
const NOTICE_LIFE_S = 86_400

export type Credentials = { readonly email: string; readonly password: string; readonly code: string }

/** Mails a code, or to who has an account already a word of that; the answer is the same. */
export async function register(context: RequestContext, { email, password, code }: Credentials): Promise<void> {
  requireMail(context)
  const key = requireEmail(email)
  requireGood(password, email)
  await usePicture(context, code)
  await allowMail(context, key, 'register')
  const passwordHash = await hashPassword(password)
  const now = context.clock.now()
  await transact(context.db, async (tx) => {
    const isNew = (await findMailAccount(tx, { emailKey: key })) === undefined
    const made = await makeCode(tx, { emailKey: key, purpose: 'register', email: email.trim(), passwordHash, isReal: isNew, now })
    const about = { to: email.trim(), language: context.language, code: made, lifeS: CODE_LIFE_S }
    await queueLetter(tx, letterOf(context, isNew ? 'register' : 'alreadyHere', about), now, CODE_LIFE_S)
  })
}

/** Each code opens the account with the password it was asked for with, so nobody's code carries somebody else's password in. */
export async function activate(context: RequestContext, sent: { email: string; code: string; password?: string }): Promise<void> {
  requireMail(context)
  const owner = { emailKey: emailKey(sent.email), purpose: 'register' as const }
  const now = context.clock.now()
  await finish(
    await transact(context.db, async (tx) => {
      const found = await findCode(tx, owner, sent.code, now)
      if (typeof found === 'string' || found.passwordHash === null) return found
      if (sent.password !== undefined && !(await isPassword(sent.password, found.passwordHash))) {
        await countGuess(tx, [found.id])
        return 'wrong'
      }
      if (await findMailAccount(tx, owner)) return 'expired'
      const accountId = await addMailUser(tx, now)
      await insertMailAccount(tx, { accountId, emailKey: owner.emailKey, email: found.email, passwordHash: found.passwordHash }, now)
      await dropCodes(tx, owner)
      return found
    }),
  )
}

export async function logInByMail(
  context: RequestContext,
  { email, password, code }: Credentials,
): Promise<{ token: string; account: Account }> {
  requireMail(context)
  await usePicture(context, code)
  const key = emailKey(email)
  const { db, ip, clock } = context
  const here = ['login', key, ip]
  await takeTry(db, here, LOGINS_HERE, clock.now())
  await takeTry(db, ['login', key], LOGINS_ANYWHERE, clock.now())
  const found = await findMailAccount(db, { emailKey: key })
  if (!(await isPassword(password, found?.password_hash)) || !found) throw new AppError('MAIL_LOGIN_WRONG')
  await forgetTries(db, here)
  const account = await findAccount(db, { id: found.account_id })
  if (!account) throw new AppError('MAIL_LOGIN_WRONG')
  return { token: await openSessionOf(db, account.id, clock.now()), account }
}

/** Mails a code for a new password where there is an account; the answer is the same where there is none. */
export async function sendCode(context: RequestContext, { email, code }: { email: string; code: string }): Promise<void> {
  requireMail(context)
  const key = requireEmail(email)
  await usePicture(context, code)
  await allowMail(context, key, 'password')
  const now = context.clock.now()
  await transact(context.db, async (tx) => {
    const account = await findMailAccount(tx, { emailKey: key })
    const to = account?.email ?? email.trim()
    const made = await makeCode(tx, { emailKey: key, purpose: 'password', email: to, isReal: account !== undefined, now })
    const letter = letterOf(context, 'password', { to, language: context.language, code: made, lifeS: CODE_LIFE_S })
    if (account) await queueLetter(tx, letter, now, CODE_LIFE_S)
  })
}

/** Every session ends: whoever knew the old password is out. */
export async function setPassword(context: RequestContext, { email, password, code }: Credentials): Promise<void> {
  requireMail(context)
  requireGood(password, email)
  const owner = { emailKey: emailKey(email), purpose: 'password' as const }
  const passwordHash = await hashPassword(password)
  const now = context.clock.now()
  await finish(
    await transact(context.db, async (tx) => {
      const found = await findCode(tx, owner, code, now)
      const account = await findMailAccount(tx, owner)
      if (typeof found === 'string') return found
      if (!account) return 'wrong'
      await updatePassword(tx, account.account_id, passwordHash, now)
      await endSessions(tx, account.account_id)
      await dropCodes(tx, owner)
      const letter = letterOf(context, 'passwordChanged', { to: account.email, language: context.language })
      await queueLetter(tx, letter, now, NOTICE_LIFE_S)
      return found
    }),
  )
}

/** Nothing of the address stays, not even in a letter that has not left. */
export async function forgetMailAccount(tx: Tx, account: MailAccount): Promise<void> {
  await deleteMailAccount(tx, account.account_id)
  await dropCodes(tx, { emailKey: account.email_key })
  await dropLetters(tx, account.email)
}

async function allowMail({ db, ip, clock }: RequestContext, key: string, purpose: Purpose): Promise<void> {
  await takeTry(db, ['mail', purpose, key, ip], RESEND, clock.now())
  await takeTry(db, ['mail', key], MAILS, clock.now())
}

/** Thrown only here, after the count of wrong guesses is committed. */
async function finish(found: UsedCode | 'wrong' | 'expired'): Promise<void> {
  if (found === 'wrong') throw new AppError('MAILED_CODE_WRONG')
  if (found === 'expired') throw new AppError('MAILED_CODE_EXPIRED')
}

function requireMail({ mailer }: RequestContext): void {
  if (!mailer) throw new AppError('MAIL_LOGIN_OFF')
}

function requireEmail(email: string): string {
  const key = emailKey(email)
  if (!isEmail(key)) throw new AppError('EMAIL_INVALID')
  return key
}

function requireGood(password: string, email: string): void {
  const problem = findPasswordProblem(password, email)
  if (problem !== undefined) throw new AppError(problem === 'LENGTH' ? 'PASSWORD_LENGTH' : 'PASSWORD_COMMON')
}
