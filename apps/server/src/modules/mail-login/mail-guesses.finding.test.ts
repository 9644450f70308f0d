/** @module-tag more */
import { ERRORS } from '@plinth/api'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aVisitor, codeIn, type MailServer, sendMail, startMailServer } from '../../../test/mail/mailbox.ts'
import { openTestServer, type TestServer } from '../../../test/market/harness.ts'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  server = await openTestServer({ mail: { smtpUrl: mail.url, from: 'Plinth <no-reply@plinth.test>' } })
})
afterEach(async () => {
  await server.context.db.deleteFrom('try_count').execute()
  mail.mails.length = 0
})
afterAll(async () => {
  await server?.close()
  await mail?.close()
})

const PASSWORD = 'plum-7-orbit'
const NEW_PASSWORD = 'new-orbit-9'
const HOME = '203.0.113.1'
const CAFE = '198.51.100.1'
const { MAILED_CODE_WRONG, MAILED_CODE_EXPIRED, TOO_MANY_REQUESTS, MAIL_LOGIN_WRONG } = ERRORS
type Visitor = ReturnType<typeof aVisitor>

let count = 0
async function mailedCode(): Promise<string> {
  await sendMail(server)
  return codeIn(mail.mails)
}
/** An account, and the browser that created it. */
async function aPerson(): Promise<{ email: string; browser: Visitor }> {
  const email = `guessed-${++count}@example.org`
  const browser = aVisitor(server, { ip: HOME })
  await browser.register(email, PASSWORD)
  expect((await browser.send('/user/activation', { email, code: await mailedCode(), password: PASSWORD })).errno).toBeUndefined()
  await server.context.db.deleteFrom('try_count').execute()
  return { email, browser }
}
const setPassword = async (visitor: Visitor, email: string, code: string) =>
  (await visitor.send('/user/setpassword', { email, code, password: NEW_PASSWORD })).errno
/** Each from an address of its own. */
async function guessFromElsewhere(times: number, path: string, form: Record<string, string>): Promise<void> {
  const all = Array.from({ length: times }, (_, at) =>
    aVisitor(server, { ip: `192.0.2.${at}` }).send(path, { ...form, code: '00000000', password: NEW_PASSWORD }),
  )
  await Promise.all(all)
}
const otherThan = (code: string): string => String((Number(code) + 1) % 100_000_000).padStart(8, '0')

describe('wrong codes from elsewhere', () => {
  it('[F-22] never end a password reset: the right code works after 60 wrong ones', { timeout: 60_000 }, async () => {
    const { email } = await aPerson()
    const owner = aVisitor(server, { ip: CAFE })
    await owner.sendCode(email)
    const code = await mailedCode()
    await guessFromElsewhere(60, '/user/setpassword', { email })
    expect(await setPassword(owner, email, code)).toBeUndefined()
  })

  it('[F-22] never end a registration: the right code works after 60 wrong ones', { timeout: 60_000 }, async () => {
    const owner = aVisitor(server, { ip: CAFE })
    const email = 'newcomer@example.org'
    await owner.register(email, PASSWORD)
    const code = await mailedCode()
    await guessFromElsewhere(60, '/user/activation', { email })
    expect((await owner.send('/user/activation', { email, code, password: PASSWORD })).errno).toBeUndefined()
  })

  it('[F-22] never end it for a client without cookies at the address that asked', { timeout: 60_000 }, async () => {
    const { email } = await aPerson()
    const owner = aVisitor(server, { ip: CAFE })
    await owner.sendCode(email)
    const code = await mailedCode()
    owner.forget()
    await guessFromElsewhere(60, '/user/setpassword', { email })
    expect(await setPassword(owner, email, code)).toBeUndefined()
  })

  it('[F-22] of another browser at the same address never end it either', async () => {
    const { email } = await aPerson()
    const owner = aVisitor(server, { ip: CAFE })
    await owner.sendCode(email)
    const code = await mailedCode()
    const neighbour = aVisitor(server, { ip: CAFE })
    for (let guess = 0; guess < 5; guess++) expect(await setPassword(neighbour, email, otherThan(code))).toBe(MAILED_CODE_WRONG.errno)
    expect(await setPassword(neighbour, email, code)).toBe(MAILED_CODE_EXPIRED.errno)
    expect(await setPassword(owner, email, code)).toBeUndefined()
  })
})

describe('what guessing at codes gains', () => {
  it('[F-22] five guesses of the browser that asked, then not even the right code', async () => {
    const { email } = await aPerson()
    const thief = aVisitor(server, { ip: CAFE })
    await thief.sendCode(email)
    const code = await mailedCode()
    for (let guess = 0; guess < 5; guess++) expect(await setPassword(thief, email, otherThan(code))).toBe(MAILED_CODE_WRONG.errno)
    expect(await setPassword(thief, email, code)).toBe(MAILED_CODE_EXPIRED.errno)
  })

  it('[F-22] ten guesses a day of an address elsewhere, and fifty of all together', { timeout: 60_000 }, async () => {
    const { email } = await aPerson()
    await aVisitor(server, { ip: CAFE }).sendCode(email)
    const code = await mailedCode()
    const guesser = aVisitor(server, { ip: '192.0.2.200' })
    for (let guess = 0; guess < 10; guess++) expect(await setPassword(guesser, email, otherThan(code))).toBe(MAILED_CODE_WRONG.errno)
    expect(await setPassword(guesser, email, code)).toBe(MAILED_CODE_EXPIRED.errno)
    await guessFromElsewhere(39, '/user/setpassword', { email })
    const last = aVisitor(server, { ip: '192.0.2.201' })
    expect(await setPassword(last, email, otherThan(code))).toBe(MAILED_CODE_WRONG.errno)
    expect(await setPassword(aVisitor(server, { ip: '192.0.2.202' }), email, code)).toBe(MAILED_CODE_EXPIRED.errno)
  })

  it('[F-22] a client anywhere may enter the right code while its guesses are not used up', async () => {
    const { email } = await aPerson()
    await aVisitor(server, { ip: CAFE }).sendCode(email)
    expect(await setPassword(aVisitor(server, { ip: '192.0.2.1' }), email, await mailedCode())).toBeUndefined()
  })

  it('[F-22] three letters an hour of one address, six of all, and the account’s own browsers still have theirs', async () => {
    const { email, browser } = await aPerson()
    const ask = async (ip: string) => (await aVisitor(server, { ip }).sendCode(email)).errno
    for (let at = 0; at < 3; at++) {
      expect(await ask('192.0.2.1')).toBeUndefined()
      server.clock.advance(121)
    }
    expect(await ask('192.0.2.1')).toBe(TOO_MANY_REQUESTS.errno)
    for (const ip of ['192.0.2.2', '192.0.2.3', '192.0.2.4']) expect(await ask(ip)).toBeUndefined()
    expect(await ask('192.0.2.5')).toBe(TOO_MANY_REQUESTS.errno)
    expect((await browser.sendCode(email)).errno).toBeUndefined()
    expect(await setPassword(browser, email, await mailedCode())).toBeUndefined()
  })

  it('[F-22] thirty letters an hour of one address, to whatever mailboxes', { timeout: 60_000 }, async () => {
    const ask = async (ip: string) => (await aVisitor(server, { ip }).sendCode(`anyone-${++count}@example.org`)).errno
    for (let at = 0; at < 30; at++) expect(await ask('192.0.2.1')).toBeUndefined()
    expect(await ask('192.0.2.1')).toBe(TOO_MANY_REQUESTS.errno)
    expect(await ask('192.0.2.2')).toBeUndefined()
  })

  it('[F-22] codes have eight digits', async () => {
    const { email } = await aPerson()
    await aVisitor(server, { ip: CAFE }).sendCode(email)
    await sendMail(server)
    expect(mail.mails.at(-1)?.subject).toMatch(/^\d{8} is/)
  })
})

describe('wrong passwords from elsewhere', () => {
  it('[F-22] keep out no browser that has signed in before', { timeout: 60_000 }, async () => {
    const { email, browser } = await aPerson()
    const guess = async (ip: string) => (await aVisitor(server, { ip }).logIn(email, 'guess-me-1')).errno
    for (let at = 0; at < 50; at++) expect(await guess(`192.0.2.${at}`)).toBe(MAIL_LOGIN_WRONG.errno)
    expect(await guess('192.0.2.99')).toBe(TOO_MANY_REQUESTS.errno)
    expect((await browser.logIn(email, PASSWORD)).errno).toBeUndefined()
  })

  it('[F-22] of a known browser are counted too: ten in a quarter of an hour', { timeout: 60_000 }, async () => {
    const { email, browser } = await aPerson()
    for (let at = 0; at < 10; at++) expect((await browser.logIn(email, 'guess-me-1')).errno).toBe(MAIL_LOGIN_WRONG.errno)
    expect((await browser.logIn(email, PASSWORD)).errno).toBe(TOO_MANY_REQUESTS.errno)
  })

  it('[F-22] a new password leaves only the browser that set it known', { timeout: 60_000 }, async () => {
    const { email, browser } = await aPerson()
    const owner = aVisitor(server, { ip: CAFE })
    await owner.sendCode(email)
    expect(await setPassword(owner, email, await mailedCode())).toBeUndefined()
    for (let at = 0; at < 50; at++) await aVisitor(server, { ip: `192.0.2.${at}` }).logIn(email, 'guess-me-1')
    expect((await browser.logIn(email, NEW_PASSWORD)).errno).toBe(TOO_MANY_REQUESTS.errno)
    expect((await owner.logIn(email, NEW_PASSWORD)).errno).toBeUndefined()
  })

  it('[F-22] no cookie of the mail log-in is read by a script or sent by another site', async () => {
    const { email, browser } = await aPerson()
    const asked = await browser.sendCode(email)
    expect(asked.headers['set-cookie']).toMatch(/^plinth_code=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/api\/user; Max-Age=900$/)
    const signedIn = await browser.logIn(email, PASSWORD)
    expect(signedIn.headers['set-cookie']).toMatch(/^plinth_known=[\w.~-]+; HttpOnly; SameSite=Strict; Path=\/api\/user; Max-Age=31536000$/)
  })
})
