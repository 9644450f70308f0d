/** @module-tag more */
import { ERRORS } from '@plinth/api'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../../test/axe.ts'
import { EMAIL, field, fill, mailMarket, press } from '../../../test/mail-pages.ts'
import { openPage } from '../../../test/page.tsx'
import { atPlace } from '../../../test/sessions.ts'

const PASSWORD = 'plum-7-orbit'
const LONG = `plum-7-${'orbit'.repeat(24)}.`
const LINK = 'Zk3vQm0c8yHq5b1JtXrN7uWd2fLpAs9eGiKoVxTyRhM'
const byLink = (page: string) => `${page}#${new URLSearchParams({ link: LINK, email: EMAIL })}`
const ASK = { en: 'Can’t read the picture? Get a link by e-mail', zh: '看不清图片？通过邮件获取链接' }

/** The field says it, and has the focus. */
async function saysBeside(label: string, text: string): Promise<void> {
  const said = await screen.findByText(text, { selector: '.field-error' })
  const input = await field(label)
  expect([input.getAttribute('aria-invalid'), input.getAttribute('aria-describedby')?.split(' ')]).toEqual([
    'true',
    expect.arrayContaining([said.id]),
  ])
  await expect.poll(() => document.activeElement).toBe(input)
}

describe('a link instead of the picture', () => {
  it.each([
    ['/login', 'login', 'en', 'E-mail', 'enter e-mail', `If there is an account with ${EMAIL}, a link is on its way to it.`],
    ['/regist', 'register', 'en', 'E-mail', 'enter e-mail', `A link is on its way to ${EMAIL}.`],
    ['/setpwd', 'password', 'zh', '邮箱', '请输入邮箱', `如果 ${EMAIL} 已注册，链接正在路上。`],
    ['/regist', 'register', 'zh', '邮箱', '请输入邮箱', `链接已发往 ${EMAIL}。`],
  ] as const)('[F-135] is asked for at %s with an address alone: %s, %s', async (page, act, locale, label, missing, sent) => {
    const market = mailMarket()
    const { user } = await openPage(page, { market, locale })
    await press(user, ASK[locale])
    await saysBeside(label, missing)
    expect(document.querySelectorAll('.field-error')).toHaveLength(1)
    expect(market.inputsOf('user.mail.link')).toEqual([])
    await fill(user, { [label]: ` ${EMAIL} ` })
    await press(user, ASK[locale])
    const said = await screen.findByText((text) => text.startsWith(sent))
    expect(said.closest('[role="status"]')).not.toBeNull()
    expect(market.inputsOf('user.mail.link')).toEqual([{ email: EMAIL, act }])
    expect(document.querySelectorAll('.field-error')).toHaveLength(0)
    expect(await findViolations(document.body)).toEqual([])
  })

  it('[F-135] says under its button why none was mailed', async () => {
    const market = mailMarket().refuse('user.mail.link', 'TOO_MANY_REQUESTS')
    const { user } = await openPage('/login', { market })
    await fill(user, { 'E-mail': EMAIL })
    await press(user, ASK.en)
    await screen.findByText(/^Too many requests\./, { selector: '.field-error' })
    expect(screen.queryByText(/on its way/)).toBeNull()
  })

  it('[F-135] signs in without a picture, leaves the address bar, and outlives a slip in the password', async () => {
    const market = mailMarket()
    const { user } = await openPage(byLink('/login'), { market })
    await screen.findByText('The link from your mail stands in for the picture.')
    await atPlace('/login')
    expect(location.hash).toBe('')
    expect((await field('E-mail')).value).toBe(EMAIL)
    market.refuse('user.mail.login', 'MAIL_LOGIN_WRONG')
    await fill(user, { Password: 'plum-8-orbit' })
    await press(user, 'Log in')
    await screen.findByText('Invalid e-mail or password.', { selector: '.field-error' })
    await fill(user, { Password: LONG })
    await press(user, 'Log in')
    await screen.findByText('Login Success')
    const sent = market.inputsOf('user.mail.login')
    expect(sent).toEqual(['plum-8-orbit', LONG].map((password) => ({ email: EMAIL, password, link: LINK })))
    expect(market.inputsOf('user.kaptcha')).toEqual([])
  })

  it('[F-135] registers, and is not used for a second address', async () => {
    const market = mailMarket()
    const { user } = await openPage(byLink('/regist'), { market })
    await fill(user, { Password: LONG })
    await press(user, 'Mail me the code')
    await screen.findByRole('heading', { name: 'Look at your mail' })
    expect(market.inputsOf('user.mail.register')).toEqual([{ email: EMAIL, password: LONG, link: LINK }])
    await press(user, 'Another address')
    await field('Code in the picture')
    expect((await field('E-mail')).value).toBe('')
  })

  it('[F-135] gets the code for a new password', async () => {
    const market = mailMarket()
    const { user } = await openPage(byLink('/setpwd'), { market })
    await press(user, 'Get the code')
    await screen.findByRole('button', { name: '0 s' })
    expect(market.inputsOf('user.mail.sendcode')).toEqual([{ email: EMAIL, link: LINK }])
    await fill(user, { 'Code from the mail': '12345678', 'New password': LONG, 'The same password again': LONG })
    await press(user, 'Set the password')
    await atPlace('/login')
    expect(market.inputsOf('user.mail.setpassword')).toEqual([{ email: EMAIL, code: '12345678', password: LONG }])
  })

  it('[F-135] gives way to the picture once it is used or too old, which the field says', async () => {
    const market = mailMarket().refuse('user.mail.login', 'PICTURE_LINK_GONE')
    const { user } = await openPage(byLink('/login'), { market })
    await fill(user, { Password: PASSWORD })
    await press(user, 'Log in')
    await saysBeside('Code in the picture', ERRORS.PICTURE_LINK_GONE.en)
    await expect.poll(() => document.querySelector('.picture-code img')).not.toBeNull()
    await fill(user, { 'Code in the picture': 'ABCD' })
    await press(user, 'Log in')
    await screen.findByText('Login Success')
    expect(market.inputsOf('user.mail.login').at(-1)).toEqual({ email: EMAIL, password: PASSWORD, code: 'ABCD' })
  })
})

describe('refusals of the e-mail log-in', () => {
  it.each(['en', 'zh'] as const)('[F-135] stand beside their field, which has the focus (%s)', async (locale) => {
    const market = mailMarket()
    const { user } = await openPage('/regist', { market, locale })
    const words = {
      en: ['E-mail', 'Password', 'Code in the picture', 'Mail me the code'],
      zh: ['邮箱', '密码', '图形验证码', '获取邮件验证码'],
    }
    const [email = '', password = '', picture = '', send = ''] = words[locale]
    for (const [code, at] of [
      ['EMAIL_INVALID', email],
      ['PASSWORD_SIZE', password],
      ['PICTURE_CODE_WRONG', picture],
    ] as const) {
      await fill(user, { [email]: EMAIL, [password]: PASSWORD, [picture]: 'ABCD' })
      market.refuse('user.mail.register', code)
      await press(user, send)
      await saysBeside(at, ERRORS[code][locale])
      expect(document.querySelectorAll('.field-error')).toHaveLength(1)
    }
  })
})
