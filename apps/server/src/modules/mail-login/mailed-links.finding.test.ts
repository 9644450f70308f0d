/** @module-tag more */
import { createHash } from 'node:crypto'
import { ERRORS, type LinkAct } from '@plinth/api'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aVisitor, codeIn, linkIn, type MailServer, sendMail, startMailServer } from '../../../test/mail/mailbox.ts'
import { openTestServer, type TestServer } from '../../../test/market/harness.ts'
import { pruneMailLogin } from '../../jobs/prune-mail-login.ts'
import { LINK_LIFE_S } from './links.ts'
import { isPassword } from './passwords.ts'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  server = await openTestServer({ mail: { smtpUrl: mail.url, from: 'Plinth <no-reply@plinth.test>' }, site: { name: 'Gallery' } })
})
afterEach(async () => {
  for (const table of ['try_count', 'mail', 'mailed_link'] as const) await server.context.db.deleteFrom(table).execute()
  mail.mails.length = 0
})
afterAll(async () => {
  await server?.close()
  await mail?.close()
})

const PASSWORD = 'plum-7-orbit'
const SHORT = 'xK9$mQ'
const LONG = `plum-7-${'orbit'.repeat(24)}.`
const { MAIL_LOGIN_WRONG, MAILED_CODE_WRONG, PASSWORD_LENGTH, PASSWORD_SIZE, PASSWORD_COMMON } = ERRORS
const { PICTURE_CODE_WRONG, PICTURE_LINK_GONE, TOO_MANY_REQUESTS } = ERRORS
const LINK_ACTS = ['login', 'register', 'password'] as const
type Visitor = ReturnType<typeof aVisitor>

let count = 0
const anAddress = () => `link-${++count}@example.org`
const askLink = async (who: Visitor, email: string, act: LinkAct) => who.send('/user/mail/link', { email, act })
async function mailedLink(who: Visitor, email: string, act: LinkAct): Promise<string> {
  expect((await askLink(who, email, act)).errno).toBeUndefined()
  await sendMail(server)
  return linkIn(mail.mails).link
}
async function mailedCode(): Promise<string> {
  await sendMail(server)
  return codeIn(mail.mails)
}
/** An account that no other test here uses; its limits are as if it had never asked. */
async function somebody(password = PASSWORD): Promise<string> {
  const email = anAddress()
  const visitor = aVisitor(server)
  const path = password.length > 20 ? '/user/mail/register' : '/user/register'
  expect((await visitor.send(path, { email, password, code: await visitor.see() })).errno).toBeUndefined()
  expect((await visitor.send('/user/activation', { email, code: await mailedCode(), password })).errno).toBeUndefined()
  await server.context.db.deleteFrom('try_count').execute()
  mail.mails.length = 0
  return email
}
const links = () => server.context.db.selectFrom('mailed_link').selectAll().execute()
/** The act of each page by a link. */
const go = async (who: Visitor, act: LinkAct, email: string, link: string, password = PASSWORD) => {
  const path = { login: 'login', register: 'register', password: 'sendcode' }[act]
  return (await who.send(`/user/mail/${path}`, { email, link, ...(act === 'password' ? {} : { password }) })).errno
}

describe('a mailed link instead of the picture', () => {
  it('[F-135] signs in once, with no picture and no cookie of one', async () => {
    const email = await somebody()
    const visitor = aVisitor(server)
    const link = await mailedLink(visitor, email, 'login')
    const answer = await visitor.send('/user/mail/login', { email, password: PASSWORD, link })
    expect(answer.data).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/), address: expect.stringMatching(/^0x/) })
    expect(await go(visitor, 'login', email, link)).toBe(PICTURE_LINK_GONE.errno)
  })

  it('[F-135] opens an account by the code that follows', async () => {
    const email = anAddress()
    const visitor = aVisitor(server)
    expect(await go(visitor, 'register', email, await mailedLink(visitor, email, 'register'), LONG)).toBeUndefined()
    expect((await visitor.send('/user/activation', { email, code: await mailedCode(), password: LONG })).errno).toBeUndefined()
    expect((await visitor.logIn(email, LONG)).errno).toBeUndefined()
  })

  it('[F-135] mails the code for a new password', async () => {
    const email = await somebody()
    const visitor = aVisitor(server)
    expect(await go(visitor, 'password', email, await mailedLink(visitor, email, 'password'))).toBeUndefined()
    const form = { email, code: await mailedCode(), password: LONG }
    expect((await visitor.send('/user/mail/setpassword', form)).errno).toBeUndefined()
    expect((await visitor.logIn(email, LONG)).errno).toBeUndefined()
  })

  it.each(LINK_ACTS)('[F-135] goes through once of two at the same time: %s', async (act) => {
    const email = act === 'register' ? anAddress() : await somebody()
    const link = await mailedLink(aVisitor(server, { ip: '10.0.0.1' }), email, act)
    const both = ['10.0.0.2', '10.0.0.3'].map((ip) => go(aVisitor(server, { ip }), act, email, link))
    expect((await Promise.all(both)).toSorted()).toEqual([PICTURE_LINK_GONE.errno, undefined])
  })

  it('[F-135] is for one page and one address, for 15 minutes, and nothing else will do', async () => {
    const [email, other] = [await somebody(), await somebody()]
    const visitor = aVisitor(server)
    const link = await mailedLink(visitor, email, 'login')
    expect(await go(visitor, 'password', email, link)).toBe(PICTURE_LINK_GONE.errno)
    expect(await go(visitor, 'register', email, link)).toBe(PICTURE_LINK_GONE.errno)
    expect(await go(visitor, 'login', other, link)).toBe(PICTURE_LINK_GONE.errno)
    expect(await go(visitor, 'login', email, `${link.slice(0, -2)}xx`)).toBe(PICTURE_LINK_GONE.errno)
    const bare = await visitor.send('/user/mail/login', { email, password: PASSWORD })
    expect(bare.errno).toBe(PICTURE_CODE_WRONG.errno)
    server.clock.advance(LINK_LIFE_S + 1)
    expect(await go(visitor, 'login', email, link)).toBe(PICTURE_LINK_GONE.errno)
  })

  it('[F-135] outlives slips in the password, of which there are ten', async () => {
    const email = await somebody()
    const visitor = aVisitor(server)
    const link = await mailedLink(visitor, email, 'login')
    expect(await go(visitor, 'login', email, link, 'plum-8-orbit')).toBe(MAIL_LOGIN_WRONG.errno)
    expect(await go(visitor, 'login', email, link)).toBeUndefined()
    const thief = aVisitor(server, { ip: '10.0.0.9' })
    server.clock.advance(121)
    const again = await mailedLink(visitor, email, 'login')
    for (let at = 0; at < 10; at++) expect(await go(thief, 'login', email, again, `guess-${at}`)).toBe(MAIL_LOGIN_WRONG.errno)
    expect(await go(thief, 'login', email, again)).toBe(TOO_MANY_REQUESTS.errno)
  })

  it('[F-135] is kept as a hash alone, and forgotten with its time or its account', async () => {
    const email = await somebody()
    const link = await mailedLink(aVisitor(server), email, 'login')
    const [row] = await links()
    expect(Buffer.from(row?.token_hash ?? [])).toEqual(createHash('sha256').update(link).digest())
    expect(JSON.stringify(row)).not.toContain(link)
    const { token } = (await aVisitor(server).logIn(email, PASSWORD)).data as { token: string }
    expect((await server.post('/user/remove', { password: PASSWORD }, { token })).errno).toBeUndefined()
    expect(await links()).toEqual([])
    await mailedLink(aVisitor(server, { ip: '10.0.0.2' }), anAddress(), 'register')
    server.clock.advance(LINK_LIFE_S + 1)
    await pruneMailLogin.run(server.context)
    expect(await links()).toEqual([])
  })
})

describe('asking for a link', () => {
  it.each([
    ['login', '/login'],
    ['register', '/regist'],
    ['password', '/setpwd'],
  ] as const)('[F-135] leads to the market’s own page, the token behind the hash: %s', async (act, path) => {
    const email = act === 'register' ? 'New+here@example.org' : await somebody()
    await mailedLink(aVisitor(server), email, act)
    const { url, link, email: named } = linkIn(mail.mails)
    expect([url, named]).toEqual([`${server.context.config.origins[0]}${path}`, email])
    expect(link).toMatch(/^[\w-]{43}$/)
    expect(mail.mails.at(-1)).toMatchObject({ to: email, subject: 'Your link for Gallery, instead of the picture' })
  })

  it('[F-135] is answered in Chinese too', async () => {
    await mailedLink(aVisitor(server, { language: 'zh-CN' }), await somebody(), 'login')
    expect(mail.mails.at(-1)?.subject).toBe('你的 Gallery 链接，可代替图形验证码')
    expect(mail.mails.at(-1)?.text).toContain('15 分钟内有效')
  })

  it.each(LINK_ACTS)('[F-135] never reveals whether an address has an account: %s', async (act) => {
    const [known, unknown] = [await somebody(), anAddress()]
    const one = aVisitor(server, { ip: '10.0.0.1' })
    const [toKnown, toUnknown] = [await askLink(one, known, act), await askLink(one, unknown, act)]
    expect([toKnown.text, toKnown.headers['set-cookie']]).toEqual([toUnknown.text, toUnknown.headers['set-cookie']])
    expect(await links()).toHaveLength(2)
    await sendMail(server)
    expect(mail.mails.map(({ to }) => to)).toEqual(act === 'register' ? [known, unknown] : [known])
    const tried = await Promise.all([known, unknown].map((email) => go(one, act, email, 'x'.repeat(43))))
    expect(tried).toEqual([PICTURE_LINK_GONE.errno, PICTURE_LINK_GONE.errno])
  })

  it('[F-135] is refused for what is no address', async () => {
    expect((await askLink(aVisitor(server), 'alice@nowhere', 'login')).errno).toBe(ERRORS.EMAIL_INVALID.errno)
  })

  it('[F-135] counts with the codes: once in two minutes, three an hour of an address, six of all', async () => {
    const email = await somebody()
    const ask = async (ip: string, act: LinkAct) => (await askLink(aVisitor(server, { ip }), email, act)).errno
    expect(await ask('10.3.0.1', 'login')).toBeUndefined()
    expect(await ask('10.3.0.1', 'login')).toBe(TOO_MANY_REQUESTS.errno)
    expect(await ask('10.3.0.1', 'password')).toBeUndefined()
    expect((await aVisitor(server, { ip: '10.3.0.1' }).sendCode(email)).errno).toBeUndefined()
    server.clock.advance(121)
    expect(await ask('10.3.0.1', 'login')).toBe(TOO_MANY_REQUESTS.errno)
    for (const ip of ['10.3.0.2', '10.3.0.3', '10.3.0.4']) expect(await ask(ip, 'login')).toBeUndefined()
    expect(await ask('10.3.0.5', 'login')).toBe(TOO_MANY_REQUESTS.errno)
    expect(await links()).toHaveLength(5)
  })

  it('[F-135] writes to thirty mailboxes an hour of one address', async () => {
    const one = aVisitor(server, { ip: '10.4.0.1' })
    for (let at = 0; at < 30; at++) expect((await askLink(one, anAddress(), 'register')).errno).toBeUndefined()
    expect((await askLink(one, anAddress(), 'register')).errno).toBe(TOO_MANY_REQUESTS.errno)
  })
})

describe('how long a password may be', () => {
  const register = async (path: string, password: string) => {
    const visitor = aVisitor(server)
    return (await visitor.send(path, { email: anAddress(), password, code: await visitor.see() })).errno
  }

  it('[F-135] is 6 to 20 in the documented calls, as before', async () => {
    const documented = (password: string) => register('/user/register', password)
    expect(await documented(SHORT)).toBeUndefined()
    for (const password of ['short', 'x9'.repeat(11), LONG]) expect(await documented(password)).toBe(PASSWORD_LENGTH.errno)
    const form = { email: anAddress(), code: '00000000' }
    expect((await aVisitor(server).send('/user/setpassword', { ...form, password: LONG })).errno).toBe(PASSWORD_LENGTH.errno)
    expect((await aVisitor(server).send('/user/setpassword', { ...form, password: SHORT })).errno).toBe(MAILED_CODE_WRONG.errno)
  })

  it('[F-135] is 8 to 128 in our forms, with the same checks', async () => {
    const ours = (password: string) => register('/user/mail/register', password)
    for (const password of ['plum-7or', LONG, `${'🍑'.repeat(64)}${'月'.repeat(60)}-7qX`]) expect(await ours(password)).toBeUndefined()
    for (const password of ['plum-7o', `${LONG}.`]) expect(await ours(password)).toBe(PASSWORD_SIZE.errno)
    for (const password of ['password1', 'ab'.repeat(60)]) expect(await ours(password)).toBe(PASSWORD_COMMON.errno)
    const set = async (password: string) =>
      (await aVisitor(server).send('/user/mail/setpassword', { email: anAddress(), code: '00000000', password })).errno
    expect([await set('plum-7o'), await set('password1'), await set(LONG)]).toEqual([
      PASSWORD_SIZE.errno,
      PASSWORD_COMMON.errno,
      MAILED_CODE_WRONG.errno,
    ])
    expect(await register('/user/mail/register', `${LONG}.`)).toBe(PASSWORD_SIZE.errno)
  })

  it.each([SHORT, PASSWORD, LONG])('[F-135] is 6 to 128 at every sign-in: %s', async (password) => {
    const email = await somebody(password)
    const visitor = aVisitor(server)
    expect((await visitor.logIn(email, password)).errno).toBeUndefined()
    const ours = await visitor.send('/user/mail/login', { email, password, code: await visitor.see() })
    expect(ours.errno).toBeUndefined()
    expect((await visitor.logIn(email, `${password}${'x'.repeat(128)}`)).errno).toBe(MAIL_LOGIN_WRONG.errno)
    const { token } = ours.data as { token: string }
    expect((await server.post('/user/remove', { password }, { token })).errno).toBeUndefined()
  })

  it('[F-135] bounds what is hashed: a text that no account can have costs nothing', async () => {
    // Hashing by these parameters would fail.
    const stored = '$argon2id$v=19$m=0,t=0,p=0$AAAA$AAAA'
    await expect(isPassword('x'.repeat(128), stored)).rejects.toThrow()
    for (const length of [5, 129, 100_000]) expect(await isPassword('x'.repeat(length), stored)).toBe(false)
  })
})
