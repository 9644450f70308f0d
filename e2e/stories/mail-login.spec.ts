import { createClient } from '@plinth/api'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { demoMarket, itemPath, worksOnSale } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { nextCode, readPicture } from '../support/mail.ts'
import { settled } from '../support/pages.ts'
import { paintPng } from '../support/picture.ts'
import { chooseScripted, installWallet } from '../support/scripted-wallet.ts'

const EMAIL = 'lin.story@example.org'
const PASSWORD = 'plum-7-orbit'

/** Lin has no wallet: she comes by e-mail, gets a profile, and links a wallet in the end. */
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

  it('[AUTH-05, AUTH-15, AUTH-16] registers, opens the account by the mailed code, logs in, and is remembered', async () => {
    await page.goto('/regist')
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await typePicture()
    await page.getByRole('button', { name: 'Mail me the code' }).click()
    await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
    await page.getByLabel('Code from the mail').fill(await nextCode(EMAIL, market))
    await page.getByRole('button', { name: 'Open the account' }).click()
    await page.waitForURL('**/login')
    await enter(page)
    await page.waitForURL((url) => url.pathname === '/')
    expect(await page.evaluate(() => localStorage.getItem('Authorization')?.length)).toBe(43)
    await page.reload()
    await page.locator('.profile-chip', { hasText: 'Signed in by e-mail' }).waitFor()
  })

  it('[PROF-02, ERR-01] cuts a picture to a square, and keeps what is typed while another tab logs in again', async () => {
    await page.goto('/profile')
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
    const worn = page.locator('.avatar-field img')
    const sides = () => worn.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
    await expect.poll(async () => (await sides())[0]).toBeGreaterThan(90)
    expect(new Set(await sides()).size).toBe(1)

    await page.getByLabel('Display name').fill('Lin')
    await page.getByLabel('Short link').fill('lin-story')
    await page.getByLabel('Bio').fill('Ink, rain and snow')
    const token = (await page.evaluate(() => localStorage.getItem('Authorization'))) ?? ''
    await createClient({ baseUrl: market.url, token: () => token }).user.logout({})
    await page.getByRole('button', { name: 'Update' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Your session has ended.').waitFor()
    expect(await findViolations(page, '.dialog')).toEqual([])
    const [beside] = await Promise.all([lin.context.waitForEvent('page'), dialog.getByRole('link', { name: 'Log in' }).click()])
    await beside.waitForURL('**/login')
    await enter(beside)
    await beside.waitForURL((url) => url.pathname === '/')
    await beside.close()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Bio').inputValue()).toBe('Ink, rain and snow')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText('Profile saved').waitFor()
    const kept = await market.api.user.info({ shortUrl: 'lin-story' })
    expect(kept).toMatchObject({ nickname: 'Lin', brief: 'Ink, rain and snow', avatar: expect.stringMatching(/^\/static\/upload\//) })
  })

  it('[AUTH-25, AUTH-26, SHELL-19] links a wallet: likes and profile come along, and trading is open', async () => {
    const token = (await page.evaluate(() => localStorage.getItem('Authorization'))) ?? ''
    const [work] = await worksOnSale(market)
    if (!work) throw new Error('nothing is on sale')
    const { collection, tokenId, chainId } = work
    await createClient({ baseUrl: market.url, token: () => token }).like.add({ collection, tokenId, chainId })
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
    await page.reload()
    await page.locator('.profile-chip', { hasText: 'Lin' }).waitFor()
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}')).toMatchObject({
      loginType: '1',
      address: account.address.toLowerCase(),
    })
    await page.goto(itemPath(work))
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor()
    expect(lin.complaints).toEqual([])
  })

  /** Once the picture of the newest cookie stands there. */
  async function typePicture(on = page): Promise<void> {
    await on.locator('.picture-code img').waitFor()
    await settled(on)
    await on.getByLabel('Code in the picture').fill(await readPicture(on.context(), market))
  }

  async function enter(on: Page): Promise<void> {
    await on.getByLabel('E-mail').fill(EMAIL)
    await on.getByLabel('Password').fill(PASSWORD)
    await typePicture(on)
    await on.getByRole('button', { name: 'Log in' }).click()
  }
})
