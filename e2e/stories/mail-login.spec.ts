import { createClient } from '@plinth/api'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { DESKTOP, openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { letCodesExpire, nextCode, readPicture } from '../support/mail.ts'
import { settled } from '../support/pages.ts'
import { paintPng } from '../support/picture.ts'
import { chooseScripted, installWallet } from '../support/scripted-wallet.ts'

const EMAIL = 'lin.story@example.org'
/** When a mailed code can be asked for again. */
const COUNT_S = 120
const PASSWORD = 'plum-7-orbit'

/** Lin has no wallet: she comes by e-mail, gets a profile, forgets her password, and links a wallet in the end. */
describe('an account by e-mail', () => {
  const market = demoMarket()
  const account = privateKeyToAccount(generatePrivateKey())
  let lin: Visitor
  let page: Page

  beforeAll(async () => {
    lin = await openBrowser(market.url)
    page = lin.page
    const { rpcUrl, rpcUrls } = market
    await installWallet(lin.context, { rpcUrl, rpcUrls, chainId: LOCAL_CHAIN_ID, accounts: [account] })
  })
  beforeEach(() => pictureOnFailure(lin))
  afterAll(() => lin?.close())

  it('[AUTH-14, AUTH-15, AUTH-16, AUTH-17, AUTH-24, SHELL-21] registers with what was typed, and opens with the mailed code', async () => {
    await page.goto('/items?tab=liked')
    await page.getByRole('link', { name: 'Log in with e-mail' }).click()
    await page.getByRole('link', { name: 'Register' }).click()
    await page.waitForURL(leadingBack('/regist', '/items?tab=liked'))
    await pictureShown()
    await page.getByRole('button', { name: 'Mail me the code' }).click()
    for (const text of ['enter e-mail', 'enter the correct password', 'enter the correct verification code'])
      await page.getByText(text, { exact: true }).waitFor()
    await page.getByLabel('E-mail').fill('lin@nowhere')
    await page.getByLabel('Password').fill('12345')
    await page.getByText('invalid e-mail', { exact: true }).waitFor()
    await page.getByText('password length 6 to 20', { exact: true }).waitFor()
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Code in the picture').fill('????')
    await page.getByRole('button', { name: 'Mail me the code' }).click()
    await page.getByRole('alert').getByText('Enter the correct verification code.').waitFor()
    await typePicture()
    await page.getByRole('button', { name: 'Mail me the code' }).click()
    await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
    await page.getByLabel('Code from the mail').fill('000000x')
    await page.getByRole('button', { name: 'Open the account' }).click()
    await page.getByRole('alert').getByText('This is not the code of our newest mail.').waitFor()
    await page.getByLabel('Code from the mail').fill(await nextCode(EMAIL, market))
    await page.getByRole('button', { name: 'Open the account' }).click()
    await page.getByText('Regist Success').waitFor()
    await page.waitForURL(leadingBack('/login', '/items?tab=liked'))
  })

  it('[AUTH-06, AUTH-09, AUTH-10, AUTH-11, AUTH-12, AUTH-13] refuses a wrong password in its own words, and brings another picture', async () => {
    await page.goto('/login')
    await pictureShown()
    for (const label of ['E-mail', 'Password', 'Code in the picture']) expect(await page.getByLabel(label).inputValue(), label).toBe('')
    expect(await page.getByRole('link', { name: 'Forgotten the password?' }).getAttribute('href')).toBe('/setpwd')
    expect(await page.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/regist')
    const first = await pictureShown()
    await page.getByRole('button', { name: 'Show another picture' }).click()
    await expect.poll(pictureSource).not.toBe(first)
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password').fill('plum-8-orbit')
    await typePicture()
    const second = await pictureSource()
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').getByText('Invalid e-mail or password.').waitFor()
    await expect.poll(pictureSource).not.toBe(second)
    expect(await page.getByLabel('Code in the picture').inputValue()).toBe('')
  })

  it('[AUTH-05, AUTH-07, AUTH-08, ERR-13] logs in, is remembered without a wallet, and never shows the account’s id as an address', async () => {
    await logIn(PASSWORD)
    await page.getByText('Login Success').waitFor()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await page.evaluate(() => [localStorage.getItem('connected'), localStorage.getItem('Authorization')?.length])).toEqual(['1', 43])
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}')).toMatchObject({ loginType: '2' })
    await page.reload()
    await page.locator('.profile-chip', { hasText: 'Signed in by e-mail' }).click()
    const menu = page.locator('.profile')
    await menu.getByRole('link', { name: 'Link a wallet' }).waitFor()
    expect(await menu.getByRole('button', { name: /address/ }).count()).toBe(0)
    await menu.getByRole('link', { name: 'My items' }).click()
    await page.getByText('E-mail account, no wallet').waitFor()
    await page.goto('/connect')
    await page.getByRole('heading', { name: 'Link a wallet' }).waitFor()
  })

  it('[PROF-01, PROF-02, PROF-03, PROF-04, PROF-06, SHELL-08, SHELL-76, ACC-07] edits the profile with a picture cut to a square', async () => {
    await page.goto('/items')
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.getByRole('link', { name: 'Edit profile' }).click()
    await page.waitForURL('**/profile')
    await page.getByText('To ask for a mark').waitFor()
    expect(await findViolations(page, 'main')).toEqual([])
    await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await page.getByRole('alert').getByText('Choose a GIF, JPEG, PNG or SVG').waitFor()
    await page
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ name: 'lin.png', mimeType: 'image/png', buffer: paintPng(7, 400, 240) })
    const crop = page.getByRole('dialog', { name: 'Choose the part that shows' })
    await crop.getByRole('button', { name: /Drag the picture/ }).focus()
    const placed = () => crop.locator('.crop-stage img').getAttribute('style')
    const before = await placed()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(placed).not.toBe(before)
    await crop.getByLabel('Closer').fill('2')
    expect(await findViolations(page, '.dialog')).toEqual([])
    await crop.getByRole('button', { name: 'Use this part' }).click()
    await crop.waitFor({ state: 'detached' })
    await page.getByLabel('Display name').fill('Lin')
    await page.getByLabel('Bio').fill('Ink and rain')
    await page.getByLabel('Short link').fill('A b')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText('3 to 30 of a to z, 0 to 9 and -').waitFor()
    await page.getByLabel('Short link').fill('lin-story')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText('Profile saved').waitFor()
    await page.locator('.profile-chip', { hasText: 'Lin' }).waitFor()
    await page.goto('/account/lin-story')
    await page.getByRole('heading', { name: 'Lin', exact: true }).waitFor()
    await page.getByText('Ink and rain').waitFor()
    const side = await page.locator('.account-who img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
    expect(side[0]).toBe(side[1])
    expect(side[0]).toBeGreaterThan(90)
  })

  it('[SHELL-45, SHELL-69] finds on a phone what is her own: whom she follows, her profile, a wallet to link', async () => {
    await page.setViewportSize(PHONE)
    await page.goto('/404')
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    expect(await menu.getByRole('link', { name: 'Link a wallet' }).getAttribute('href')).toBe('/connect')
    await menu.getByRole('button', { name: 'Following' }).click()
    const following = page.getByRole('dialog', { name: 'Following' })
    await following.getByText('This account follows nobody yet.').waitFor()
    expect(await findViolations(page, '.dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await following.waitFor({ state: 'detached' })
    await menu.getByRole('link', { name: 'Edit profile' }).click()
    await page.waitForURL('**/profile')
    await menu.waitFor({ state: 'detached' })
    await page.setViewportSize(DESKTOP)
  })

  it('[ERR-01] a session that ended under what is being typed is begun anew in another tab, and nothing typed is lost', async () => {
    await page.goto('/profile')
    await page.getByLabel('Bio').fill('Ink, rain and snow')
    const token = (await page.evaluate(() => localStorage.getItem('Authorization'))) ?? ''
    await createClient({ baseUrl: market.url, token: () => token }).user.logout({})
    await page.getByRole('button', { name: 'Update' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Your session has ended.').waitFor()
    expect(await findViolations(page, '.dialog')).toEqual([])
    const [beside] = await Promise.all([lin.context.waitForEvent('page'), dialog.getByRole('link', { name: 'Log in' }).click()])
    await beside.waitForURL('**/login')
    await logIn(PASSWORD, beside)
    await beside.waitForURL((url) => url.pathname === '/')
    await beside.close()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Bio').inputValue()).toBe('Ink, rain and snow')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText('Profile saved').waitFor()
    await expect.poll(async () => brief(await market.api.user.info({ shortUrl: 'lin-story' }))).toBe('Ink, rain and snow')
  })

  it('[WIDG-01, WIDG-02] likes and reports a work; buying it asks for a wallet', async () => {
    const [work] = await worksOnSale(market)
    if (!work) throw new Error('nothing is on sale')
    await page.goto(itemPath(work))
    await page.getByRole('button', { name: /^Like/ }).first().click()
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    await page.getByRole('dialog', { name: 'Link a wallet' }).getByText('Link one to buy, sell and make works.').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.stage-tools').getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Report this work' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report' })
    await dialog.getByRole('button', { name: 'Report' }).click()
    await dialog.getByText('Say in a few words what is wrong').waitFor()
    expect(await findViolations(page, '.dialog')).toEqual([])
    await dialog.getByLabel('What is wrong?').fill('Not by its maker')
    await dialog.getByRole('button', { name: 'Report' }).click()
    await page.getByText('Thank you. The report is with the people who run this market.').waitFor()
  })

  it('[AUTH-18, AUTH-19, AUTH-20, AUTH-21, AUTH-22] sets a new password by a mailed code, which ends every session', async () => {
    await page.clock.install()
    await page.goto('/login?redirect=%2Fitems%3Ftab%3Dliked')
    await page.getByRole('link', { name: 'Forgotten the password?' }).click()
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    await page.getByLabel('E-mail').fill(EMAIL)
    await typePicture()
    await page.getByRole('button', { name: 'Get the code' }).click()
    // It counts up each second.
    await page.getByRole('button', { name: /^[1-9] s$/ }).waitFor()
    const counted = page.getByRole('button', { name: /^\d+ s$/ })
    expect(await counted.isDisabled()).toBe(true)
    const seconds = async () => Number.parseInt(await counted.innerText(), 10)
    const passed = await seconds()
    await page.clock.runFor((COUNT_S - 5 - passed) * 1_000)
    await expect.poll(seconds).toBeGreaterThanOrEqual(COUNT_S - 5)
    expect(await counted.isDisabled()).toBe(true)
    await page.clock.runFor(6_000)
    await counted.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Get the code' }).isEnabled()).toBe(true)
    const code = await nextCode(EMAIL, market, 1)
    await page.getByLabel('Code from the mail').fill(code)
    await page.getByLabel('New password').fill('new-orbit-9')
    await page.getByLabel('The same password again').fill('new-orbit-8')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('the two passwords differ').waitFor()
    expect(await findViolations(page, 'body')).toEqual([])
    await page.getByLabel('The same password again').fill('new-orbit-9')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.waitForURL(leadingBack('/login', '/items?tab=liked'))
    await page.getByText('The new password is set').waitFor()
    await page.goto('/items')
    await page.waitForURL(/\/connect\?redirect/)
  })

  it('[AUTH-25, AUTH-26, SHELL-19] links a wallet: likes and profile come along, and trading is open', async () => {
    // Where she was held up at the end of the last one.
    await page.getByRole('link', { name: 'Log in with e-mail' }).click()
    await page.getByRole('heading', { name: 'Log in by e-mail' }).waitFor()
    await enter('new-orbit-9')
    await page.waitForURL('**/items')
    await page.goto('/connect?redirect=%2Fitems%3Ftab%3Dliked')
    await page.getByText('Your e-mail account gets a wallet of your own.').waitFor()
    await chooseScripted(page)
    await page.waitForURL('**/items?tab=liked')
    await page.locator('.account-who').getByText(account.address.toLowerCase().slice(0, 6)).waitFor()
    await page
      .getByRole('tab', { name: /Liked.*1/ })
      .or(page.locator('.tabs', { hasText: 'Liked' }).getByText('1'))
      .first()
      .waitFor()
    await page.locator('.profile-chip', { hasText: 'Lin' }).waitFor()
    await page.reload()
    await page.locator('.profile-chip', { hasText: 'Lin' }).waitFor()
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}')).toMatchObject({
      loginType: '1',
      address: account.address.toLowerCase(),
    })
  })

  it('gives all data out as a file, and deletes the account after its password', async () => {
    await page.goto('/profile')
    await page.getByText(EMAIL).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
    expect(file.suggestedFilename()).toBe('lin-story.json')
    await page.getByRole('button', { name: 'Delete the account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await dialog.getByText('Enter the correct password.').waitFor()
    await dialog.getByLabel('Password').fill('new-orbit-9')
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('Your account is deleted').waitFor()
    await page.getByRole('link', { name: 'Connect wallet' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('Authorization'))).toBeNull()
    const { api } = market
    expect(await api.user.info({ shortUrl: 'lin-story' })).toEqual({})
    expect(lin.complaints).toEqual([])
  })

  it('[AUTH-24, ERR-22] speaks Chinese on a phone, of an expired code too', async () => {
    const email = 'wei.story@example.org'
    const wei = await openBrowser(market.url, { viewport: PHONE, locale: 'zh-CN', hasTouch: true, isMobile: true })
    const phone = wei.page
    await phone.addInitScript(() => localStorage.setItem('locale', 'zh'))
    await phone.goto('/regist')
    await pictureShown(phone)
    await phone.getByLabel('邮箱').fill(email)
    await phone.getByLabel('密码').fill('password1')
    await typePicture(phone)
    await phone.getByRole('button', { name: '获取邮件验证码' }).click()
    await phone.getByText('这个密码太容易被猜到').waitFor()
    await phone.getByLabel('密码').fill(PASSWORD)
    await phone.getByRole('button', { name: '获取邮件验证码' }).click()
    await phone.getByRole('heading', { name: '请查收邮件' }).waitFor()
    const code = await nextCode(email, market)
    await letCodesExpire(email, market)
    await phone.getByLabel('邮件验证码').fill(code)
    await phone.getByRole('button', { name: '开通账户' }).click()
    await phone.getByRole('alert').getByText('验证码已过期，请重新获取。').waitFor()
    for (const path of ['/login', '/regist', '/setpwd']) {
      await phone.goto(path)
      await settled(phone)
      expect(await phone.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(PHONE.width)
    }
    expect(wei.complaints).toEqual([])
    await wei.close()
  })

  async function pictureShown(on = page): Promise<string | null> {
    await on.locator('.picture-code img').waitFor()
    return on.locator('.picture-code img').getAttribute('src')
  }

  function pictureSource(): Promise<string | null> {
    return page.locator('.picture-code img').getAttribute('src')
  }

  /** Once the picture of the newest cookie stands there. */
  async function typePicture(on = page): Promise<void> {
    await pictureShown(on)
    await settled(on)
    await on.getByLabel(/Code in the picture|图形验证码/).fill(await readPicture(on.context(), market))
  }

  async function logIn(password: string, on = page): Promise<void> {
    if (on === page) await on.goto('/login')
    await enter(password, on)
  }

  async function enter(password: string, on = page): Promise<void> {
    await on.getByLabel('E-mail').fill(EMAIL)
    await on.getByLabel('Password').fill(password)
    await typePicture(on)
    await on.getByRole('button', { name: 'Log in' }).click()
  }
})

const leadingBack = (page: string, back: string) => (url: URL) => url.pathname === page && url.searchParams.get('redirect') === back

const brief = (info: object): unknown => ('brief' in info ? info.brief : undefined)
