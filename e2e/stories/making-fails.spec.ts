import { readFileSync } from 'node:fs'
import { LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS } from '@plinth/protocol'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { holdBlocks, releaseBlocks } from '../support/blocks.ts'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { paintPng } from '../support/picture.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'
import { SONG } from '../support/works-to-make.ts'

const MOVING = {
  ...{ name: 'breathing-loom.gif', mimeType: 'image/gif' },
  buffer: readFileSync(new URL('../../packages/devnet/media/breathing-loom.gif', import.meta.url)),
}
const BIG = { name: 'big.gif', mimeType: 'image/gif', buffer: Buffer.alloc(30 * 1_048_576 + 1) }
const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') }
const PRESS = 'Mint and sell for 0.15 ETH each'

/** Dan makes one edition, and everything on its way goes wrong once. */
describe('making a work, with all that can go wrong', () => {
  const market = demoMarket()
  const maker = addressOf('Dan')
  let dan: Visitor
  let page: Page
  let madeBefore: number
  const uploads: string[] = []

  beforeAll(async () => {
    dan = await openBrowser(market.url)
    page = dan.page
    madeBefore = await countMade()
    await signInAs(page, 'Dan', '/create/erc1155')
    page.on('requestfinished', (request) => request.url().includes('/storage/upload') && uploads.push(request.url()))
  })
  beforeEach(() => pictureOnFailure(dan))
  afterAll(() => dan?.close())

  const field = () => page.locator('main .file').first()
  const card = () => page.locator('.create-side .card')
  const dialog = () => page.getByRole('dialog')
  const stepOf = (title: string): Locator => dialog().locator('.step', { hasText: title })

  it('[MINT-20, MINT-21] a file that is too large or of another kind is not kept, and its limit is named', async () => {
    const input = page.locator('main input[type="file"]').first()
    await input.setInputFiles(MOVING)
    await field().locator('.file-thumb img').waitFor()
    await input.setInputFiles(BIG)
    await page.getByText('The file is larger than 30 MB').waitFor()
    await field().locator('.file-empty').waitFor()
    expect(await input.evaluate((element) => (element as HTMLInputElement).value)).toBe('')
    await input.setInputFiles(NOTES)
    await page.getByText('This kind of file is not supported').waitFor()
    await field().locator('.file-empty').waitFor()
    expect(uploads).toEqual([])
  })

  it('[MINT-15, MINT-25, MINT-29, MINT-32, MINT-33] an edition that lacks something is not begun, says each thing, and is forgotten when its maker starts afresh', async () => {
    // However many, which is not said yet.
    const price = () => page.getByLabel('Price of one', { exact: true })
    await page.locator('main input[type="file"]').first().setInputFiles(SONG)
    await page.getByRole('radio', { name: 'Other' }).click({ force: true })
    await page.getByLabel('Percent of every later sale').fill('10.01')
    await page.getByLabel('Paid in').selectOption({ label: 'PUSD' })
    await price().fill('0.0000001')
    await page.getByRole('button', { name: /^Mint/ }).click()
    await page.getByText('Something in the form is missing or wrong').first().waitFor()
    for (const missing of [
      'Choose a cover picture for sound and video',
      'royalties cannot greater than 10%',
      'Enter how many',
      'price below minimum',
    ])
      await page.getByText(missing, { exact: true }).first().waitFor()
    expect(await dialog().count()).toBe(0)
    await page.getByRole('button', { name: 'Start afresh' }).click()
    await page.getByRole('button', { name: 'Empty the whole form?' }).click()
    await field().locator('.file-empty').waitFor()
    expect(await page.locator('main [aria-invalid="true"]').count()).toBe(0)
    expect([await page.getByLabel('How many').inputValue(), await price().inputValue()]).toEqual(['0', ''])
  })

  it('a picture is pasted, text that is pasted stays text, and another is dropped; the card shows each', async () => {
    const paint = [...paintPng(7)]
    const paste = (data: { file?: number[]; text?: string }) =>
      page.evaluate(({ file, text }) => {
        const clipboardData = new DataTransfer()
        if (file) clipboardData.items.add(new File([new Uint8Array(file)], 'pasted.png', { type: 'image/png' }))
        if (text) clipboardData.setData('text/plain', text)
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        document.body.dispatchEvent(event)
        return event.defaultPrevented
      }, data)
    expect(await paste({ text: 'a name', file: paint })).toBe(false)
    expect(await field().locator('.file-thumb').count()).toBe(0)
    expect(await paste({ file: paint })).toBe(true)
    await field().getByText('pasted.png').waitFor()
    const pasted = await card().locator('img').first().getAttribute('src')

    const moved = await page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], 'breathing-loom.gif', { type: 'image/gif' }))
        return data
      },
      [...MOVING.buffer],
    )
    await field().getByRole('button', { name: 'Remove' }).click()
    await field().dispatchEvent('dragover', { dataTransfer: moved })
    await field().getByText('Let go to add it').waitFor()
    await field().dispatchEvent('drop', { dataTransfer: moved })
    await field().getByText('breathing-loom.gif').waitFor()
    await expect.poll(() => card().locator('img').first().getAttribute('src')).not.toBe(pasted)
    expect(uploads).toEqual([])
  })

  it('[MINT-02] the card and its button say what is being made', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Nine looms')
    await page.getByLabel('Category').selectOption({ label: 'Modern' })
    await page.getByLabel('How many').fill('9')
    await page.getByLabel('Price of one').fill('0.15')
    await card().getByText('Nine looms').waitFor()
    await card()
      .getByText(/0\.15 ETH/)
      .waitFor()
    await page.getByRole('button', { name: PRESS }).waitFor()
  })

  it('[MINT-39, MINT-42, MINT-43] the dialog begins by itself; a no to the approval changes nothing, however often the button was pressed', async () => {
    await page.getByRole('button', { name: PRESS }).dblclick()
    await reject(page, 'transaction')
    await stepOf('Allow sales')
      .getByText(/You declined/)
      .waitFor()
    expect(await dialog().count()).toBe(1)
    expect(await page.locator('demo-wallet dialog').count()).toBe(0)
    expect(uploads).toEqual([])
    expect(await standing()).toEqual(['failed', 'waiting', 'waiting', 'waiting'])
  })

  it('[MINT-40, MINT-43] an upload that breaks off is sent again, and says how far it is; nothing is minted before it is through', async () => {
    let cuts = 0
    await page.route('**/api/storage/upload', (route) => (cuts++ === 0 ? route.abort('connectionreset') : route.continue()))
    await again('Allow sales')
    await approve(page, 'transaction')
    await stepOf('Upload the file').getByRole('alert').waitFor()
    expect(await standing()).toEqual(['done', 'failed', 'waiting', 'waiting'])
    expect(await page.locator('demo-wallet dialog').count()).toBe(0)
    const line = await dan.context.newCDPSession(page)
    await line.send('Network.enable')
    const speed = { offline: false, latency: 0, downloadThroughput: -1 }
    await line.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: 150_000 })
    await again('Upload the file')
    const part = dialog().locator('progress.step-part')
    await expect.poll(() => part.evaluate((bar) => (bar as HTMLProgressElement).value), { interval: 50 }).toBeGreaterThan(0.1)
    expect(await standing()).toEqual(['done', 'running', 'waiting', 'waiting'])
    await line.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: -1 })
    await reject(page, 'transaction')
    await stepOf('Mint')
      .getByText(/You declined/)
      .waitFor()
    expect(await standing()).toEqual(['done', 'done', 'failed', 'waiting'])
    expect(cuts).toBe(2)
    expect(uploads).toHaveLength(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('[MINT-41, MINT-44] closed and opened again it goes on where it was: the file is not sent again', async () => {
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: PRESS }).click()
    await page.locator('demo-wallet dialog[data-kind="transaction"]').waitFor()
    expect(await dialog().getByRole('alert').count()).toBe(0)
    expect(await standing()).toEqual(['done', 'done', 'running', 'waiting'])
    await reject(page, 'transaction')
    await stepOf('Mint')
      .getByText(/You declined/)
      .waitFor()
    expect(await standing()).toEqual(['done', 'done', 'failed', 'waiting'])
    expect(uploads).toHaveLength(1)
  })

  it('reloaded while the mint waits for its block, it waits for that one and asks for no other', async () => {
    await holdBlocks(market.rpcUrl)
    try {
      await again('Mint')
      await approve(page, 'transaction')
      await stepOf('Mint').getByText('Sent. Waiting for its block.').waitFor()
      await page.reload()
      await page.getByText('Your work is still here').waitFor()
      await page.getByRole('button', { name: PRESS }).click()
      await stepOf('Mint').getByText('Sent. Waiting for its block.').waitFor()
      expect(await page.locator('demo-wallet dialog').count()).toBe(0)
    } finally {
      await releaseBlocks(market.rpcUrl)
    }
    await reject(page, 'typedData')
    await stepOf('Sign the sale')
      .getByText(/You declined/)
      .waitFor()
  })

  it('reloaded when it is minted and not listed, only the signature is left; and it is one work, sent once', async () => {
    await page.reload()
    await page.getByText('Your work is still here').waitFor()
    await page.getByRole('button', { name: PRESS }).click()
    await approve(page, 'typedData')
    await page.waitForURL(/\/items\?tab=sale/)
    await page.getByRole('link', { name: 'Nine looms' }).first().waitFor()
    expect(uploads).toHaveLength(1)
    expect(await countMade()).toBe(madeBefore + 1)
    const { list } = await market.api.user.created({ address: maker, chainId: LOCAL_CHAIN_ID, page: 1, limit: 100 })
    const made = list.filter(({ collection }) => collection === LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID].official1155)
    expect(made.filter(({ isOnSale, holdings }) => isOnSale && holdings[0]?.quantity === 9n)).toHaveLength(1)
    expect(dan.complaints.filter((complaint) => !complaint.includes('ERR_CONNECTION_RESET'))).toEqual([])
  })

  /** How each step of the dialog is. */
  const standing = () =>
    dialog()
      .locator('.step')
      .evaluateAll((steps) => steps.map(({ className }) => className.replace('step ', '')))

  /** Presses what a failed step offers. */
  const again = (title: string) => stepOf(title).getByRole('button', { name: 'Try again' }).click()

  async function countMade(): Promise<number> {
    const { total } = await market.api.user.created({ address: maker, chainId: LOCAL_CHAIN_ID, page: 1, limit: 1 })
    return total
  }
})
