import { randomBytes } from 'node:crypto'
import { AppError, type LinkAct } from '@plinth/api'
import { emailKey, findPasswordProblem, isEmail, LENGTHS, type OWN_PASSWORD } from '@plinth/protocol'
import type { RequestContext } from '../../context.ts'
import { type Tx, transact } from '../../db/database.ts'
import { dropLetters, letterOf, queueLetter } from '../mail/service.ts'
import { type Allowance, consumeAttempt, forgetAttempts } from '../rate-limits/service.ts'
import { endSessions, openSessionOf } from '../sessions/service.ts'
import { type Account, addMailUser, findAccount } from '../users/service.ts'
import { CODE_LIFE_S, type CodeBrowser, countGuess, dropCodes, findCode, makeCode, type Purpose, type UsedCode } from './codes.ts'
import { knownAs, remember } from './known-browsers.ts'
import { dropLinks, LINK_LIFE_S, makeLink, type Proof, spendLink, takeProof } from './links.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { deleteMailAccount, findMailAccount, insertMailAccount, type MailAccount, updatePassword } from './store.ts'

export { CODE_LIFE_S, pruneCodes } from './codes.ts'
export { KNOWN_LIFE_S } from './known-browsers.ts'
export { pruneLinks } from './links.ts'
export { isPassword } from './passwords.ts'
export { findMailAccount, moveMailAccount } from './store.ts'

/** As long as the page's counter runs (document A §2). */
const RESEND: Allowance = { most: 1, inS: 120 }
/**
 * Protects a mailbox from floods: letters to it per requesting address, and in all; browsers that the account knows have a limit
 * of their own.
 */
const MAILS_OF_ADDRESS: Allowance = { most: 3, inS: 3_600 }
/** Letters to any mailboxes, so that the server can't be used to write to thousands. */
const MAILS_FROM_ADDRESS: Allowance = { most: 30, inS: 3_600 }
const MAILS: Allowance = { most: 6, inS: 3_600 }
const MAILS_A_DAY: Allowance = { most: 24, inS: 86_400 }
const MAILS_OF_KNOWN: Allowance = { most: 10, inS: 86_400 }
const LOGINS_HERE: Allowance = { most: 10, inS: 900 }
const LOGINS_ANYWHERE: Allowance = { most: 50, inS: 900 }
const LOGINS_OF_KNOWN: Allowance = { most: 10, inS: 900 }
/** A notice that needs no action may come late. */
const NOTICE_LIFE_S = 86_400

export type Credentials = { readonly email: string; readonly password: string }
/** How long a new password may be: as documented, or as in the market's own forms. */
type Bounds = typeof LENGTHS.password | typeof OWN_PASSWORD

/**
 * Mails a link that stands in for the picture at one page and for one address. The answer is the same where there is no account,
 * to which only a registration writes.
 */
export async function sendLink(context: RequestContext, { email, act }: { email: string; act: LinkAct }): Promise<void> {
  requireMail(context)
  const key = requireEmail(email)
  await allowMail(context, key, `link ${act}`)
  const now = context.clock.now()
  await transact(context.db, async (tx) => {
    const account = await findMailAccount(tx, { emailKey: key })
    const to = account?.email ?? email.trim()
    const isReal = act === 'register' || account !== undefined
    const token = await makeLink(tx, { emailKey: key, act }, isReal, now)
    const letter = letterOf(context, 'link', { to, language: context.language, path: linkPath(act, token, to), lifeS: LINK_LIFE_S })
    if (isReal) await queueLetter(tx, letter, now, LINK_LIFE_S)
  })
}

const LINK_PAGES = { login: '/login', register: '/regist', password: '/setpwd' } as const satisfies Record<LinkAct, string>

/** Behind the hash, which browsers send to no server. */
const linkPath = (act: LinkAct, token: string, email: string): string => `${LINK_PAGES[act]}#${new URLSearchParams({ link: token, email })}`

/** Mails a code, or to an existing account a notice of the attempt; the answer is the same. */
export async function register(context: RequestContext, sent: Credentials & Proof, bounds: Bounds = LENGTHS.password): Promise<void> {
  const { email, password } = sent
  requireMail(context)
  const key = requireEmail(email)
  requireGood(password, email, bounds)
  const link = await takeProof(context, { emailKey: key, act: 'register' }, sent)
  await allowMail(context, key, 'register')
  const passwordHash = await hashPassword(password)
  const now = context.clock.now()
  const browser = keepBrowser(context)
  await transact(context.db, async (tx) => {
    await spendLink(tx, link)
    const isNew = (await findMailAccount(tx, { emailKey: key })) === undefined
    const asked = { emailKey: key, purpose: 'register', email: email.trim(), passwordHash, isReal: isNew, now } as const
    const made = await makeCode(tx, asked, { browser, ip: context.ip })
    const about = { to: email.trim(), language: context.language, code: made, lifeS: CODE_LIFE_S }
    await queueLetter(tx, letterOf(context, isNew ? 'register' : 'alreadyHere', about), now, CODE_LIFE_S)
  })
}

/** A code opens the account with the password of its own request, so a code never activates another requester's password. */
export async function activate(context: RequestContext, sent: { email: string; code: string; password?: string }): Promise<void> {
  requireMail(context)
  const owner = { emailKey: emailKey(sent.email), purpose: 'register' as const }
  const now = context.clock.now()
  await finish(
    await transact(context.db, async (tx) => {
      const found = await findCode(tx, owner, sent.code, guesserOf(context), now)
      if (typeof found === 'string' || found.passwordHash === null) return found
      if (sent.password !== undefined && !(await isPassword(sent.password, found.passwordHash))) {
        await countGuess(tx, 'tries', [found.id])
        return 'wrong'
      }
      if (await findMailAccount(tx, owner)) return 'expired'
      const accountId = await addMailUser(tx, now)
      await insertMailAccount(tx, { accountId, emailKey: owner.emailKey, email: found.email, passwordHash: found.passwordHash }, now)
      await dropCodes(tx, owner)
      return found
    }),
  )
  await rememberBrowser(context, owner.emailKey)
}

export async function logInByMail(
  context: RequestContext,
  { email, password, ...proof }: Credentials & Proof,
): Promise<{ token: string; account: Account }> {
  requireMail(context)
  const key = emailKey(email)
  const link = await takeProof(context, { emailKey: key, act: 'login' }, proof)
  const { db, ip, clock } = context
  const found = await findMailAccount(db, { emailKey: key })
  const known = await knownAs(db, context.knownBrowser, found)
  // Wrong passwords from elsewhere don't lock out the browsers that have signed in before.
  const here = known === undefined ? ['login', key, ip] : ['login known', key, known]
  await consumeAttempt(db, here, known === undefined ? LOGINS_HERE : LOGINS_OF_KNOWN, clock.now())
  if (known === undefined) await consumeAttempt(db, ['login', key], LOGINS_ANYWHERE, clock.now())
  if (!(await isPassword(password, found?.password_hash)) || !found) throw new AppError('MAIL_LOGIN_WRONG')
  await spendLink(db, link)
  await forgetAttempts(db, here)
  const account = await findAccount(db, { id: found.account_id })
  if (!account) throw new AppError('MAIL_LOGIN_WRONG')
  const token = await openSessionOf(db, account.id, clock.now())
  await remember(db, context.knownBrowser, found)
  return { token, account }
}

/** Mails a code for a new password where there is an account; the response is the same where there is none. */
export async function sendCode(context: RequestContext, { email, ...proof }: { email: string } & Proof): Promise<void> {
  requireMail(context)
  const key = requireEmail(email)
  const link = await takeProof(context, { emailKey: key, act: 'password' }, proof)
  await allowMail(context, key, 'password')
  const now = context.clock.now()
  const browser = keepBrowser(context)
  await transact(context.db, async (tx) => {
    await spendLink(tx, link)
    const account = await findMailAccount(tx, { emailKey: key })
    const to = account?.email ?? email.trim()
    const asked = { emailKey: key, purpose: 'password', email: to, isReal: account !== undefined, now } as const
    const made = await makeCode(tx, asked, { browser, ip: context.ip })
    const letter = letterOf(context, 'password', { to, language: context.language, code: made, lifeS: CODE_LIFE_S })
    if (account) await queueLetter(tx, letter, now, CODE_LIFE_S)
  })
}

/** Ends every session, which locks out users of the old password; the browser that set the new one is known. */
export async function setPassword(
  context: RequestContext,
  { email, password, code }: Credentials & { readonly code: string },
  bounds: Bounds = LENGTHS.password,
): Promise<void> {
  requireMail(context)
  requireGood(password, email, bounds)
  const owner = { emailKey: emailKey(email), purpose: 'password' as const }
  const now = context.clock.now()
  await finish(
    await transact(context.db, async (tx) => {
      const found = await findCode(tx, owner, code, guesserOf(context), now)
      const account = await findMailAccount(tx, owner)
      if (typeof found === 'string') return found
      if (!account) return 'wrong'
      // Not earlier: hashing is too costly for a mere guess.
      await updatePassword(tx, account.account_id, await hashPassword(password), now)
      await endSessions(tx, account.account_id)
      await dropCodes(tx, owner)
      const letter = letterOf(context, 'passwordChanged', { to: account.email, language: context.language })
      await queueLetter(tx, letter, now, NOTICE_LIFE_S)
      return found
    }),
  )
  await rememberBrowser(context, owner.emailKey)
}

/** Deletes every trace of the address, including unsent letters. */
export async function forgetMailAccount(tx: Tx, account: MailAccount): Promise<void> {
  await deleteMailAccount(tx, account.account_id)
  await dropCodes(tx, { emailKey: account.email_key })
  await dropLinks(tx, account.email_key)
  await dropLetters(tx, account.email)
}

async function allowMail(context: RequestContext, key: string, purpose: Purpose | `link ${LinkAct}`): Promise<void> {
  const { db, ip, clock, knownBrowser } = context
  const take = (keyParts: string[], allowance: Allowance) => consumeAttempt(db, ['mail', ...keyParts], allowance, clock.now())
  await take([purpose, key, ip], RESEND)
  const known = await knownAs(db, knownBrowser, await findMailAccount(db, { emailKey: key }))
  if (known !== undefined) return take(['known', key], MAILS_OF_KNOWN)
  await take(['from', key, ip], MAILS_OF_ADDRESS)
  await take(['from', ip], MAILS_FROM_ADDRESS)
  await take([key], MAILS)
  await take(['day', key], MAILS_A_DAY)
}

/** The requesting browser keeps an id, which separates its guesses from all others. */
function keepBrowser({ codeRequest }: RequestContext): string {
  const id = codeRequest.value ?? randomBytes(24).toString('base64url')
  codeRequest.keep(id)
  return id
}

/** A browser whose user proved control of the mailbox can go on signing in. */
async function rememberBrowser({ db, knownBrowser }: RequestContext, key: string): Promise<void> {
  const account = await findMailAccount(db, { emailKey: key })
  if (account) await remember(db, knownBrowser, account)
}

const guesserOf = ({ codeRequest, ip }: RequestContext): CodeBrowser => ({ browser: codeRequest.value, ip })

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

function requireGood(password: string, email: string, bounds: Bounds): void {
  const problem = findPasswordProblem(password, email, bounds)
  if (problem === 'COMMON') throw new AppError('PASSWORD_COMMON')
  if (problem === 'LENGTH') throw new AppError(bounds === LENGTHS.password ? 'PASSWORD_LENGTH' : 'PASSWORD_SIZE')
}
