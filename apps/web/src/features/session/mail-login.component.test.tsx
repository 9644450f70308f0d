import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { BOB, CHAIN } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { anItem, aSale, itemPath, NOW } from '../../../test/fake/records.ts'
import { EMAIL, field, fill, LIN, mailMarket, press } from '../../../test/mail-pages.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { atPlace, chip, chipSays, kept } from '../../../test/sessions.ts'

const PASSWORD = 'plum-7-orbit'
const BACK = '?redirect=%2Fitems%3Ftab%3Dliked'
/** After so long a mailed code can be asked for again. */
const COUNT_S = 120

const header = () => within(document.querySelector<HTMLElement>('header.header') as HTMLElement)
const picture = () => document.querySelector('.picture-code img')?.getAttribute('src') ?? null
const alertSays = (text: string) => expect.poll(() => screen.queryByRole('alert')?.textContent ?? '').toContain(text)

/** A browser in which Lin has signed in by e-mail. */
async function openAsLin(path: string, market = mailMarket()) {
  localStorage.setItem('connected', '1')
  localStorage.setItem('Authorization', FakeMarket.tokenOf(LIN))
  const opened = await openPage(path, { market, isReload: true })
  await chipSays('Signed in by e-mail')
  return opened
}

describe('the e-mail log-in', () => {
  it('[AUTH-14, AUTH-15, AUTH-16, AUTH-17, AUTH-24, SHELL-21] registers with what was typed and opens by the mailed code', async () => {
    const market = mailMarket()
    const { user } = await openPage('/items?tab=liked', { market })
    await user.click(await screen.findByRole('link', { name: 'Log in with e-mail' }))
    await user.click(await screen.findByRole('link', { name: 'Register' }))
    await atPlace(`/regist${BACK}`)
    await press(user, 'Mail me the code')
    for (const text of ['enter e-mail', 'enter the correct password', 'enter the correct verification code']) screen.getByText(text)
    await fill(user, { 'E-mail': 'lin@nowhere', Password: '12345' })
    screen.getByText('invalid e-mail')
    screen.getByText('password length 8 to 128')
    expect(market.inputsOf('user.mail.register')).toEqual([])
    await fill(user, { 'E-mail': ` ${EMAIL} `, Password: PASSWORD, 'Code in the picture': 'WRNG' })
    const first = picture()
    market.refuse('user.mail.register', 'PICTURE_CODE_WRONG')
    await press(user, 'Mail me the code')
    await alertSays('Enter the correct verification code.')
    await expect.poll(picture).not.toBe(first)
    expect((await field('Code in the picture')).value).toBe('')
    await fill(user, { 'Code in the picture': 'ABCD' })
    await press(user, 'Mail me the code')
    await screen.findByRole('heading', { name: 'Look at your mail' })
    expect(market.inputsOf('user.mail.register').at(-1)).toEqual({ email: EMAIL, password: PASSWORD, code: 'ABCD' })
    market.refuse('user.activation', 'MAILED_CODE_WRONG')
    await fill(user, { 'Code from the mail': '000000x' })
    await press(user, 'Open the account')
    await alertSays('This is not the code of our newest mail.')
    await fill(user, { 'Code from the mail': '123456' })
    await press(user, 'Open the account')
    await screen.findByText('Regist Success')
    await atPlace(`/login${BACK}`)
    expect(market.inputsOf('user.activation').at(-1)).toEqual({ email: EMAIL, password: PASSWORD, code: '123456' })
  })

  it('[AUTH-06, AUTH-09, AUTH-10, AUTH-11, AUTH-12, AUTH-13] refuses a wrong password in the server’s words and shows a new picture', async () => {
    const market = mailMarket()
    const { user } = await openPage('/login', { market })
    for (const label of ['E-mail', 'Password', 'Code in the picture']) expect((await field(label)).value, label).toBe('')
    expect(screen.getByRole('link', { name: 'Forgotten the password?' }).getAttribute('href')).toBe('/setpwd')
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/regist')
    await expect.poll(picture).not.toBeNull()
    const first = picture()
    await press(user, 'Show another picture')
    await expect.poll(picture).not.toBe(first)
    await press(user, 'Log in')
    for (const text of ['enter e-mail', 'enter the correct password', 'enter the correct verification code']) screen.getByText(text)
    expect(market.inputsOf('user.mail.login')).toEqual([])
    await fill(user, { 'E-mail': EMAIL, Password: 'plum-8-orbit', 'Code in the picture': 'ABCD' })
    const second = picture()
    market.refuse('user.mail.login', 'MAIL_LOGIN_WRONG')
    await press(user, 'Log in')
    await alertSays('Invalid e-mail or password.')
    await expect.poll(picture).not.toBe(second)
    expect((await field('Code in the picture')).value).toBe('')
    expect(kept('Authorization')).toBeNull()
  })

  it('[AUTH-05, AUTH-07, AUTH-08, ERR-13] logs in, is remembered without a wallet, and shows no id as an address', async () => {
    const market = mailMarket()
    const { user } = await openPage('/login', { market })
    await fill(user, { 'E-mail': EMAIL, Password: PASSWORD, 'Code in the picture': 'ABCD' })
    await press(user, 'Log in')
    await screen.findByText('Login Success')
    await atPlace('/')
    expect([kept('connected'), kept('Authorization')]).toEqual(['1', FakeMarket.tokenOf(LIN)])
    expect(JSON.parse(kept('user') ?? '{}')).toMatchObject({ loginType: '2' })
    const again = await openPage('/404', { market, isReload: true })
    await chipSays('Signed in by e-mail')
    await again.user.click(chip() as HTMLElement)
    const menu = within(await screen.findByRole('region', { name: 'Your account' }))
    await menu.findByRole('link', { name: 'Link a wallet' })
    expect(menu.queryByRole('button', { name: /address/ })).toBeNull()
    await again.user.click(menu.getByRole('link', { name: 'My items' }))
    await screen.findByText('E-mail account, no wallet')
    await again.user.click(chip() as HTMLElement)
    await again.user.click(await screen.findByRole('link', { name: 'Link a wallet' }))
    await atPlace('/connect')
    await screen.findByRole('heading', { name: 'Link a wallet' })
  })

  it('[AUTH-18, AUTH-19, AUTH-20, AUTH-21, AUTH-22] sets a new password by a mailed code, asked for once in two minutes', async () => {
    const repeat = globalThis.setInterval
    // Seconds by the clock, which the test moves.
    vi.stubGlobal('setInterval', (callback: () => void, ms?: number) => repeat(callback, ms === 1_000 ? 5 : ms))
    const market = mailMarket()
    const { user } = await openPage(`/login${BACK}`, { market })
    await user.click(await screen.findByRole('link', { name: 'Forgotten the password?' }))
    await screen.findByRole('heading', { name: 'Set a new password' })
    await press(user, 'Get the code')
    for (const text of ['enter e-mail', 'enter the correct verification code']) screen.getByText(text)
    expect(market.inputsOf('user.mail.sendcode')).toEqual([])
    await fill(user, { 'E-mail': EMAIL, 'Code in the picture': 'ABCD' })
    await press(user, 'Get the code')
    await screen.findByRole('button', { name: '0 s' })
    expect(market.inputsOf('user.mail.sendcode')).toEqual([{ email: EMAIL, code: 'ABCD' }])
    for (const seconds of [1, COUNT_S - 1]) {
      vi.setSystemTime((NOW + seconds) * 1_000)
      expect((await screen.findByRole<HTMLButtonElement>('button', { name: `${seconds} s` })).disabled).toBe(true)
    }
    vi.setSystemTime((NOW + COUNT_S) * 1_000)
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Get the code' })).disabled).toBe(false)
    await fill(user, { 'Code from the mail': '123456', 'New password': 'new-orbit-9', 'The same password again': 'new-orbit-8' })
    await press(user, 'Set the password')
    screen.getByText('the two passwords differ')
    expect(market.inputsOf('user.mail.setpassword')).toEqual([])
    expect(await findViolations(document.body)).toEqual([])
    await fill(user, { 'The same password again': 'new-orbit-9' })
    await press(user, 'Set the password')
    await atPlace(`/login${BACK}`)
    await screen.findByText(/^The new password is set/)
    expect(market.inputsOf('user.mail.setpassword')).toEqual([{ email: EMAIL, code: '123456', password: 'new-orbit-9' }])
  })

  it('[AUTH-22] sends no new password without an e-mail address, nor an empty or short one', async () => {
    const market = mailMarket()
    const { user } = await openPage('/setpwd', { market })
    await press(user, 'Set the password')
    for (const text of ['enter e-mail', 'enter the correct password']) screen.getByText(text)
    await fill(user, { 'E-mail': EMAIL, 'Code from the mail': '123456', 'New password': 'orb-9', 'The same password again': 'orb-9' })
    await press(user, 'Set the password')
    screen.getByText('password length 8 to 128')
    expect(market.inputsOf('user.mail.setpassword')).toEqual([])
  })

  it('[AUTH-24, ERR-22] speaks Chinese of a password that is guessed first and of an expired code', async () => {
    const market = mailMarket()
    const { user } = await openPage('/regist', { market, locale: 'zh' })
    await fill(user, { 邮箱: EMAIL, 密码: 'password1', 图形验证码: 'ABCD' })
    await press(user, '获取邮件验证码')
    screen.getByText('这个密码太容易被猜到', { exact: false })
    expect(market.inputsOf('user.mail.register')).toEqual([])
    await fill(user, { 密码: PASSWORD })
    await press(user, '获取邮件验证码')
    await screen.findByRole('heading', { name: '请查收邮件' })
    market.refuse('user.activation', 'MAILED_CODE_EXPIRED')
    await fill(user, { 邮件验证码: '123456' })
    await press(user, '开通账户')
    await alertSays('验证码已过期，请重新获取。')
  })
})

describe('an account by e-mail', () => {
  it('[SHELL-45, SHELL-69] finds in the menu of phones its follows, its profile and a wallet to link', async () => {
    const { user } = await openAsLin('/404')
    await user.click(header().getByRole('button', { name: 'Menu' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
    expect(menu.getByRole('link', { name: 'Link a wallet' }).getAttribute('href')).toBe('/connect')
    await user.click(menu.getByRole('button', { name: 'Following' }))
    const following = await screen.findByRole('dialog', { name: 'Following' })
    await within(following).findByText('This account follows nobody yet.')
    expect(await findViolations(following)).toEqual([])
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Following' })).toBeNull()
    await user.click(menu.getByRole('link', { name: 'Edit profile' }))
    await atPlace('/profile')
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
  })

  it('[WIDG-01, WIDG-02] likes and reports an item, and is asked for a wallet to buy it', async () => {
    const market = mailMarket().answer('report.add', () => ({}))
    const bare = anItem({ owner721: BOB, name: 'Wheat field' })
    const item = market.hang({ ...bare, isOnSale: true, listings: [aSale(bare, BOB)] })
    const { user } = await openAsLin(itemPath(item), market)
    await user.click((await screen.findAllByRole('button', { name: /^Like/ }))[0] as HTMLElement)
    await expect.poll(() => market.inputsOf('like.add').length).toBe(1)
    await user.click((await screen.findAllByRole('button', { name: /^Buy/ }))[0] as HTMLElement)
    await within(await findDialog('Link a wallet')).findByText(/Link one to buy, sell and make works\.$/)
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    const tools = within(document.querySelector<HTMLElement>('.stage-tools') as HTMLElement)
    await user.click(tools.getByRole('button', { name: 'More' }))
    await press(user, 'Report this work')
    const dialog = await findDialog('Report')
    within(dialog).getByText(/^Tell the people who run this market what is wrong here\./)
    const send = within(dialog).getByRole('button', { name: 'Report' })
    await user.click(send)
    await within(dialog).findByText('Say in a few words what is wrong')
    expect(market.inputsOf('report.add')).toEqual([])
    expect(await findViolations(dialog)).toEqual([])
    await user.type(within(dialog).getByLabelText('What is wrong?'), ' Not by its maker ')
    await user.click(send)
    await screen.findByText('Thank you. The report is with the people who run this market.')
    const { collection: address, tokenId } = item
    expect(market.inputsOf('report.add')).toEqual([{ kind: 1, address, tokenId, chainId: CHAIN, text: 'Not by its maker' }])
  })
})
