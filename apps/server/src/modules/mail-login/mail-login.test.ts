import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aVisitor, CODE_LIFE_S, codeIn, type MailServer, sendMail, startMailServer } from '../../../test/mail/mailbox.ts'
import { openTestServer, type TestServer } from '../../../test/market/harness.ts'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  server = await openTestServer({ mail: { smtpUrl: mail.url, from: 'Plinth <no-reply@plinth.test>' }, site: { name: 'Gallery' } })
})
afterEach(async () => {
  await server.context.db.deleteFrom('try_count').execute()
  await server.context.db.deleteFrom('mail').execute()
  mail.mails.length = 0
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

const PASSWORD = 'plum-7-orbit'
let count = 0
/** An account that no other test here uses. */
async function somebody(): Promise<string> {
  const email = `person-${++count}@example.org`
  const visitor = aVisitor(server)
  await visitor.register(email, PASSWORD)
  await sendMail(server)
  expect((await visitor.send('/user/activation', { email, code: codeIn(mail.mails), password: PASSWORD })).errno).toBeUndefined()
  mail.mails.length = 0
  return email
}

describe('user.kaptcha', () => {
  it('[API-27] answers a picture, and its id in a cookie that no script reads', async () => {
    const { data, headers } = await server.post('/user/kaptcha')
    expect(headers['set-cookie']).toMatch(/^plinth_picture=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/api\/user; Max-Age=300$/)
    const [, base64 = ''] = /^data:image\/png;base64,(.+)$/.exec(String(data)) ?? []
    const { width, height } = await sharp(Buffer.from(base64, 'base64')).metadata()
    expect([width, height]).toEqual([180, 60])
    expect((await server.post('/user/kaptcha')).data).not.toBe(data)
  })

  it('counts once, within five minutes, in any case of its letters, and for no other browser', async () => {
    const email = await somebody()
    const visitor = aVisitor(server)
    const logIn = (code: string, who = visitor) => who.send('/user/userLogin', { email, password: PASSWORD, code })
    const code = await visitor.see()
    expect((await logIn(code.toLowerCase())).errno).toBeUndefined()
    expect((await logIn(code)).errno).toBe(4011)
    const wronged = await visitor.see()
    expect((await logIn('????')).errno).toBe(4011)
    expect((await logIn(wronged)).errno).toBe(4011)
    const taken = await visitor.see()
    expect((await logIn(taken, aVisitor(server))).errno).toBe(4011)
    const old = await visitor.see()
    server.clock.advance(301)
    expect((await logIn(old)).errno).toBe(4011)
  })
})

describe('user.register and user.activation', () => {
  it('[API-30][API-31][AUTH-15][AUTH-16] open an account with what was typed and the mailed code', async () => {
    const visitor = aVisitor(server)
    expect(await visitor.register('Alice@Example.org', PASSWORD)).toMatchObject({ status: 200 })
    expect((await visitor.logIn('alice@example.org', PASSWORD)).errno).toBe(4010)
    await sendMail(server)
    expect(mail.mails).toMatchObject([{ from: 'no-reply@plinth.test', to: 'Alice@example.org' }])
    const [{ subject = '', text = '' } = {}] = mail.mails
    expect(subject).toMatch(/^\d{8} is your code for Gallery$/)
    expect(text).toContain(`Your code is ${codeIn(mail.mails)}`)
    const answer = await visitor.send('/user/activation', { email: 'alice@example.org', code: codeIn(mail.mails) })
    expect(answer.errno).toBeUndefined()
    expect((await visitor.logIn('ALICE@example.org', PASSWORD)).errno).toBeUndefined()
  })

  it('write in the reader’s language', async () => {
    await aVisitor(server, { language: 'zh-CN' }).register('wei@example.cn', PASSWORD)
    await sendMail(server)
    expect(mail.mails.at(-1)?.subject).toMatch(/^\d{8} 是你的 Gallery 验证码$/)
    expect(mail.mails.at(-1)?.text).toContain('15 分钟内有效')
  })

  it('never reveal whether an address has an account, but to its owner by mail', async () => {
    const known = await somebody()
    const one = aVisitor(server, { ip: '10.0.0.1' })
    const [toKnown, toNew] = [await one.register(known, PASSWORD), await one.register('new-here@example.org', PASSWORD)]
    expect(toKnown.text).toBe(toNew.text)
    await sendMail(server)
    expect(mail.mails.map(({ to, subject }) => [to, subject.replace(/\d{8}/, 'N')])).toEqual([
      [known, 'You have an account at Gallery already'],
      ['new-here@example.org', 'N is your code for Gallery'],
    ])
    // Also not by guessing codes until none is left.
    for (let guess = 0; guess < 6; guess++) {
      const guesses = [known, 'new-here@example.org'].map((email) => one.send('/user/activation', { email, code: 'abcdef' }))
      const [atKnown, atNew] = await Promise.all(guesses)
      expect(atKnown?.text).toBe(atNew?.text)
    }
  })

  it('[AUTH-24][ERR-13][I18N-12] refuse a bad address, password and code each with its own sentence', async () => {
    const visitor = aVisitor(server)
    const said = async (email: string, password: string, language = 'en') =>
      (await aVisitor(server, { language }).register(email, password)).errmsg
    expect(await said('alice@nowhere', PASSWORD)).toBe('This is not an e-mail address.')
    expect(await said('a@b.example', 'short')).toBe('A password has 6 to 20 characters.')
    expect(await said('a@b.example', 'x'.repeat(21), 'zh')).toBe('密码长度为 6 到 20 位。')
    expect(await said('a@b.example', 'password1')).toBe('This password is among the first that are guessed. Choose another.')
    expect(await visitor.send('/user/register', { email: 'a@b.example', password: PASSWORD, code: 'XXXX' })).toMatchObject({
      errno: 4011,
      errmsg: 'Enter the correct verification code.',
    })
    expect((await visitor.send('/user/activation', { email: 'a@b.example', code: '000000' })).errmsg).toBe(
      'This is not the code of our newest mail. Look at it again.',
    )
    await sendMail(server)
    expect(mail.mails).toEqual([])
  })

  it('a code opens the account with the password it was asked for with, and no other', async () => {
    const [owner, thief] = [aVisitor(server, { ip: '10.0.0.1' }), aVisitor(server, { ip: '10.0.0.2' })]
    const email = 'victim@example.org'
    await owner.register(email, PASSWORD)
    await sendMail(server)
    const own = codeIn(mail.mails)
    await thief.register(email, 'thief-was-here')
    await sendMail(server)
    // The attacker caused the newest mail; the page sends what its reader typed.
    expect((await owner.send('/user/activation', { email, code: codeIn(mail.mails), password: PASSWORD })).errno).toBe(4012)
    expect((await owner.send('/user/activation', { email, code: own, password: PASSWORD })).errno).toBeUndefined()
    expect((await owner.logIn(email, 'thief-was-here')).errno).toBe(4010)
    expect((await owner.logIn(email, PASSWORD)).errno).toBeUndefined()
  })

  it('a code dies of age and of five wrong guesses, and says so', async () => {
    const visitor = aVisitor(server)
    const open = (email: string, code: string) => visitor.send('/user/activation', { email, code })
    await visitor.register('late@example.org', PASSWORD)
    await sendMail(server)
    const late = codeIn(mail.mails)
    server.clock.advance(CODE_LIFE_S + 1)
    expect(await open('late@example.org', late)).toMatchObject({ errno: 4013, errmsg: 'This code has expired. Ask for a new one.' })
    await visitor.register('guessed@example.org', PASSWORD)
    await sendMail(server)
    for (let guess = 0; guess < 5; guess++) expect((await open('guessed@example.org', 'wrong!')).errno).toBe(4012)
    expect((await open('guessed@example.org', codeIn(mail.mails))).errno).toBe(4013)
  })
})

describe('user.userLogin', () => {
  it('[API-32][AUTH-05] answers token and profile flat, with an account id for an address', async () => {
    const email = await somebody()
    const { data } = await aVisitor(server).logIn(email, PASSWORD)
    const { token, ...user } = data as Record<string, string>
    expect(user).toEqual({
      id: expect.stringMatching(/^\d+$/),
      address: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      avatar: '',
      brief: '',
      nickname: '',
      shortUrl: '',
      bannerUrl: '',
    })
    const profile = await server.api(token).user.profile({})
    expect(profile.user).toMatchObject({ loginType: '2', address: user.address })
    expect((await server.api(token).user.reload({})).user.address).toBe(user.address)
  })

  it('[ERR-13][ERR-22] says the same of a wrong password and an unknown address', async () => {
    const email = await somebody()
    const visitor = aVisitor(server)
    const [wrong, unknown] = [await visitor.logIn(email, 'plum-8-orbit'), await visitor.logIn('nobody@example.org', PASSWORD)]
    expect(wrong).toMatchObject({ errno: 4010, errmsg: 'Invalid e-mail or password.' })
    expect(unknown.text).toBe(wrong.text)
    const chinese = await aVisitor(server, { language: 'zh' }).logIn(email, 'plum-8-orbit')
    expect(chinese.errmsg).toBe('邮箱或密码不正确。')
  })

  it('stops guesses at one account, known or not, after ten from one address and fifty in all', async () => {
    const email = await somebody()
    for (const target of [email, 'ghost@example.org']) {
      const guess = async (ip: string) => (await aVisitor(server, { ip }).logIn(target, 'guess-me-1')).errno
      for (let at = 0; at < 10; at++) expect(await guess('10.1.0.1')).toBe(4010)
      expect(await guess('10.1.0.1')).toBe(429)
      expect(await guess('10.1.0.2')).toBe(4010)
      await server.context.db.updateTable('try_count').set({ tries: 50 }).where('tries', '=', 11).execute()
      expect(await guess('10.1.0.3')).toBe(429)
    }
    server.clock.advance(901)
    expect((await aVisitor(server, { ip: '10.1.0.1' }).logIn(email, PASSWORD)).errno).toBeUndefined()
  })
})

describe('user.sendcode and user.setpassword', () => {
  it('[AUTH-18] set a new password by a mailed code, end every session, and notify the owner', async () => {
    const email = await somebody()
    const visitor = aVisitor(server)
    const { token } = (await visitor.logIn(email, PASSWORD)).data as { token: string }
    await visitor.sendCode(email)
    await sendMail(server)
    expect(mail.mails.at(-1)?.subject).toMatch(/^\d{8} is your code for a new password at Gallery$/)
    const form = { email, code: codeIn(mail.mails), password: 'new-orbit-9' }
    expect((await visitor.send('/user/setpassword', { ...form, password: '12345' })).errno).toBe(4014)
    expect((await visitor.send('/user/setpassword', form)).errno).toBeUndefined()
    expect((await server.post('/user/profile', {}, { token })).errno).toBe(501)
    expect((await visitor.logIn(email, PASSWORD)).errno).toBe(4010)
    expect((await visitor.logIn(email, 'new-orbit-9')).errno).toBeUndefined()
    expect((await visitor.send('/user/setpassword', form)).errno).toBe(4012)
    await sendMail(server)
    expect(mail.mails.at(-1)).toMatchObject({ to: email, subject: 'Your password at Gallery was changed' })
  })

  it('answer alike for an address without an account, and send no mail', async () => {
    const email = await somebody()
    const one = aVisitor(server, { ip: '10.0.0.1' })
    expect((await one.sendCode(email)).text).toBe((await one.sendCode('unknown@example.org')).text)
    await sendMail(server)
    expect(mail.mails.map(({ to }) => to)).toEqual([email])
    for (let guess = 0; guess < 6; guess++) {
      const attempts = [email, 'unknown@example.org'].map((to) =>
        one.send('/user/setpassword', { email: to, code: 'abcdef', password: PASSWORD }),
      )
      const [atKnown, atStranger] = await Promise.all(attempts)
      expect(atKnown?.text).toBe(atStranger?.text)
    }
  })

  it('[AUTH-19] send one code in two minutes, and six letters an hour to one address', async () => {
    const email = await somebody()
    const visitor = aVisitor(server)
    expect((await visitor.sendCode(email)).errno).toBeUndefined()
    server.clock.advance(60)
    // The clock advances by itself too.
    const errmsg = expect.stringMatching(/^Too many requests\. Wait (60|5\d) s and try again\.$/)
    expect(await visitor.sendCode(email)).toMatchObject({ errno: 429, errmsg })
    server.clock.advance(61)
    expect((await visitor.sendCode(email)).errno).toBeUndefined()
    for (let at = 0; at < 3; at++) expect((await aVisitor(server, { ip: `10.2.0.${at}` }).sendCode(email)).errno).toBeUndefined()
    expect((await aVisitor(server, { ip: '10.2.0.9' }).sendCode(email)).errno).toBe(429)
  })
})

describe('limits', () => {
  it('hold by address of the visitor', async () => {
    const strict = await openTestServer({ mail: { smtpUrl: mail.url, from: 'a@b.test' }, limits: { mailLoginsPerIp: 2, picturesPerIp: 3 } })
    const attempts = [1, 2, 3].map(() => strict.post('/user/userLogin', { email: 'a@b.test', password: 'x', code: 'x' }))
    expect((await Promise.all(attempts)).map(({ errno }) => errno).sort()).toEqual([4011, 4011, 429])
    const pictures = [1, 2, 3, 4].map(() => strict.post('/user/kaptcha'))
    expect((await Promise.all(pictures)).filter(({ errno }) => errno === 429)).toHaveLength(1)
    await strict.close()
  })
})

describe('mail', () => {
  it('waits for a server that is down, leaves later, and gives up when it is of no use', async () => {
    const waiting = () => server.context.db.selectFrom('mail').select(['recipient', 'tries']).execute()
    mail.isOpen = false
    await aVisitor(server).register('patient@example.org', PASSWORD)
    await sendMail(server)
    expect(await waiting()).toEqual([{ recipient: 'patient@example.org', tries: 1 }])
    mail.isOpen = true
    await sendMail(server)
    expect(mail.mails).toEqual([])
    server.clock.advance(16)
    await sendMail(server)
    expect(mail.mails).toMatchObject([{ to: 'patient@example.org' }])
    expect(await waiting()).toEqual([])
    mail.isOpen = false
    await aVisitor(server).register('too-late@example.org', PASSWORD)
    await sendMail(server)
    server.clock.advance(CODE_LIFE_S + 1)
    mail.isOpen = true
    await sendMail(server)
    expect(mail.mails).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  it('drops a letter that its server refuses for good, and logs no address', async () => {
    mail.refused.set('gone@example.org', 550)
    await aVisitor(server).register('gone@example.org', PASSWORD)
    await sendMail(server)
    expect(await server.context.db.selectFrom('mail').select('id').execute()).toEqual([])
    const line = server.logged.findLast((logged) => logged.includes('mail not sent')) ?? ''
    expect(line).toContain('"refused":true')
    expect(server.logged.join('')).not.toMatch(/example\.org|smtp%secret|plum-7-orbit/)
  })
})

describe('a market without mail', () => {
  it('says so in the configuration and in every call', async () => {
    const without = await openTestServer()
    expect((await without.post('/config/fetch')).data).toMatchObject({ mailLogin: false })
    expect((await server.post('/config/fetch')).data).toMatchObject({ mailLogin: true })
    const form = { email: 'a@b.example', password: PASSWORD, code: 'x' }
    for (const name of ['register', 'activation', 'userLogin', 'sendcode', 'setpassword'])
      expect(await without.post(`/user/${name}`, form), name).toMatchObject({ errno: 4017 })
    await without.close()
  })
})

describe('what is stored', () => {
  it('is argon2id of a password, never the password, and no code in the clear', async () => {
    const email = await somebody()
    await aVisitor(server).sendCode(email)
    const { password_hash: hash } = await server.context.db
      .selectFrom('mail_account')
      .select('password_hash')
      .where('email_key', '=', email)
      .executeTakeFirstOrThrow()
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    await sendMail(server)
    const rows = JSON.stringify(await server.context.db.selectFrom('mailed_code').selectAll().execute())
    expect(rows).not.toContain(codeIn(mail.mails))
  })
})
