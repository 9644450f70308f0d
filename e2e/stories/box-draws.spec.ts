import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoxRecord } from '@plinth/api'
import { callRpc } from '@plinth/devnet'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import type { Page } from 'playwright-core'
import { type Hex, numberToHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeAnswers } from '../support/answers.ts'
import { findViolations } from '../support/axe.ts'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { demoMarket } from '../support/demo-market.ts'
import { expectForEverybody, primaryOf } from '../support/dialog-access.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { askToOpen, holdDraws } from '../support/opening.ts'
import { operate } from '../support/operate.ts'
import { paintPng } from '../support/picture.ts'
import { approve, signInAs } from '../support/wallet.ts'

/** Code that takes nothing: every call to it reverts. */
const REFUSES_ALL: Hex = '0x5f5ffd'

const SERIES = {
  ...{ chainId: LOCAL_CHAIN_ID, name: 'Evening tide', image: 'cover.png', price: '0.1', prizesPerBox: 2, repeats: true },
  ...{ starts: '2020-01-01T00:00:00Z', ends: '2100-01-01T00:00:00Z' },
  prizes: [
    { name: 'Near', image: 'near.png', amount: 11 },
    { name: 'Far', image: 'far.png', amount: 1 },
  ],
}

/** What is drawn, of how many boxes, and who can't take it: Alice opens the demo's series on the default chain. */
describe('draws of blind boxes', () => {
  const market = demoMarket()
  const alice = addressOf('Alice')
  let boxes: readonly BoxRecord[]
  let buyer: Visitor

  beforeAll(async () => {
    boxes = (await market.api.blind['box.list']({ page: 1, limit: 20, chainId: LOCAL_CHAIN_ID })).list
    buyer = await openBrowser(market.url)
  })
  beforeEach(() => pictureOnFailure(buyer))
  afterAll(() => buyer?.close())

  const rpc = (method: string, ...params: unknown[]) => callRpc(market.rpcUrl, method, params)
  const foot = (page: Page) => page.locator('.box-foot')
  const works = (page: Page) => page.locator('.drawn-work')

  function boxOf(name: string): BoxRecord {
    const box = boxes.find((one) => one.name === name)
    if (!box) throw new Error(`there is no box ${name}`)
    return box
  }
  const pathOf = ({ id, chainId }: BoxRecord) => `/blindbox/detail/${id}?chain=${chainId}`

  async function latest({ id }: Pick<BoxRecord, 'id'>) {
    const ref = { boxId: id, chainId: LOCAL_CHAIN_ID, buyer: alice, page: 1, limit: 1 }
    const [opening] = (await market.api.blind['box.history'](ref)).list
    return opening ?? { request: -1, amount: 0n, nfts: [], paid: 0n, refundableAt: 0 }
  }

  /** From the box's page to its drawn works. */
  async function open(page: Page, label: string): Promise<void> {
    await askToOpen(page, label)
    await sayYes(page, async () => (await page.locator('.reveal-stand svg').count()) > 0)
    await page.locator('.reveal.shown').waitFor({ timeout: 60_000 })
  }

  /** One box, paid, while the keeper has no purse to draw it with. Answers what fills the purse again. */
  async function openUndrawn(page: Page, box: BoxRecord): Promise<() => Promise<unknown>> {
    await page.goto(pathOf(box))
    const before = (await latest(box)).request
    const payKeeper = await holdDraws(market, box)
    await askToOpen(page)
    await approve(page, 'transaction')
    await expect.poll(async () => (await latest(box)).request).toBeGreaterThan(before)
    return payKeeper
  }

  it('a series with repeats goes from the operator’s file onto the chain, is opened, shows two alike in one box, and its draw is checked', async () => {
    const { page } = buyer
    const folder = mkdtempSync(join(tmpdir(), 'plinth-series-'))
    try {
      for (const [at, name] of ['cover.png', 'near.png', 'far.png'].entries()) writeFileSync(join(folder, name), paintPng(50 + at))
      writeFileSync(join(folder, 'series.json'), JSON.stringify(SERIES))
      const said = await operate(market, 'box', 'create', '--file', join(folder, 'series.json'), '--why', 'asked for')
      const id = /^Box (\d+), Evening tide, is stored/.exec(said)?.[1] ?? ''
      await operate(market, 'box', 'fill', '--box', id, '--requests', '5', '--why', 'asked for')
      await operate(market, 'box', 'deposit', '--box', id, '--amount', '0.5', '--why', 'asked for')
      await signInAs(page, 'Alice', '/blindbox')
      await page.getByRole('region', { name: 'Open now' }).getByRole('link', { name: 'Evening tide' }).click()
      await page.getByRole('heading', { name: 'Evening tide', level: 1 }).waitFor()
      await foot(page).getByText('6 of 6 left').waitFor()
      await page.getByText('Repeats possible', { exact: true }).waitFor()
      await foot(page).getByRole('button', { name: 'One more' }).click()
      await open(page, 'Open 2 boxes for 0.205 ETH')
      const drawn = await works(page).locator('.drawn-name').allInnerTexts()
      expect(drawn).toHaveLength(4)
      // There is one Far: at least one of the two boxes holds the same work twice, and each copy is shown.
      const pairs = [drawn.slice(0, 2), drawn.slice(2)]
      expect(pairs).toContainEqual(['Near', 'Near'])
      expect(drawn.filter((name) => name === 'Near').length).toBeGreaterThanOrEqual(3)
      await page.getByText('4 works are yours', { exact: true }).waitFor()
      await page.getByText(/^Checked in your browser/).waitFor()
      const { nfts } = await latest({ id: BigInt(id) })
      expect(nfts.map(({ name }) => name)).toEqual(drawn)
      expect(new Set(nfts.map(({ tokenId }) => tokenId)).size).toBe(4)
      for (const { collection, tokenId, chainId } of nfts)
        await expect
          .poll(async () => (await market.api.nft.detail({ collection, tokenId: BigInt(tokenId), chainId }))?.onlyOwner)
          .toBe(alice)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('a draw that the market tells otherwise than the chain is called wrong, with what the chain says', async () => {
    const { page } = buyer
    const box = boxOf('First night')
    // Two of three kinds a box: the market puts the third in the place of the first.
    await changeAnswers(page, '**/blind/box/history', ({ data }) => {
      for (const row of data.list as { indexes: number[] }[])
        row.indexes = row.indexes.map((index, at) => (at === 0 ? (index + 1) % 3 : index))
    })
    try {
      await page.goto(pathOf(box))
      await page.getByRole('tab', { name: /History/ }).click()
      await page.getByRole('tabpanel').getByRole('button', { name: 'Check the draw' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('heading', { name: 'This draw does not match the chain' }).waitFor()
      await dialog.getByRole('status').getByText('This draw does not match the chain').waitFor()
      expect(await dialog.getByText(/^Checked in your browser/).count()).toBe(0)
      const wrong = dialog.getByRole('listitem').filter({ has: page.locator('.proof-mark.wrong') })
      expect(await wrong.count()).toBe(1)
      await wrong.getByText('The result', { exact: true }).waitFor()
      const [newest] = (await market.api.blind['box.history']({ boxId: box.id, page: 1, limit: 1 })).list
      expect(await wrong.locator('.proof-value').innerText()).toBe(newest?.indexes.map((index) => index + 1).join(' '))
    } finally {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })

  it('[BOX-23, BOX-29] ten at once, and no more, come in one drawing', async () => {
    const { page } = buyer
    const box = boxOf('Postcards from the opening')
    await page.goto(pathOf(box))
    const more = foot(page).getByRole('button', { name: 'One more' })
    for (let count = 1; count < 10; count++) await more.click()
    expect(await more.isDisabled()).toBe(true)
    await open(page, 'Open 10 boxes for 0.205 ETH')
    expect(await works(page).count()).toBe(10)
    await page.getByText(/^Checked in your browser/).waitFor()
    const opening = await latest(box)
    expect([opening.amount, opening.nfts.length]).toEqual([10n, 10])
    expect(opening.nfts.map(({ name }) => name)).toEqual(await works(page).locator('.drawn-name').allInnerTexts())
    expect(await findViolations(page, '.reveal')).toEqual([])
  })

  it('a box without repeats holds works that are all different', async () => {
    const { page } = buyer
    const box = boxOf('Snow box')
    await rpc('evm_setNextBlockTimestamp', numberToHex(box.startTime + 1))
    await rpc('anvil_mine', '0x1')
    await expect.poll(async () => (await market.api.config.fetch({ chainId: LOCAL_CHAIN_ID })).now).toBeGreaterThan(box.startTime)
    await page.goto(pathOf(box))
    await open(page, 'Open 1 box for 0.03075 ETH')
    await page.getByText(/^Checked in your browser/).waitFor()
    const drawn = await works(page).locator('.drawn-name').allInnerTexts()
    expect(drawn).toHaveLength(3)
    expect(new Set(drawn).size).toBe(3)
  })

  it('a draw is checked by whoever asks: by keyboard, and on a phone in Chinese', async () => {
    const { page } = buyer
    const yours = page.locator('.box-yours li')
    const check = { en: 'Check the draw', zh: '核验抽取' }
    await page.goto(pathOf(boxOf('Postcards from the opening')))
    await expectForEverybody(page, (language) => yours.getByRole('button', { name: check[language] }).first(), { asksWallet: false })
  })

  it('what a wallet could not take waits in the contract, and is collected when it can', async () => {
    const { page } = buyer
    const box = boxOf('Postcards from the opening')
    const payKeeper = await openUndrawn(page, box)
    // Drawn only once her account takes nothing.
    await rpc('anvil_setCode', alice, REFUSES_ALL)
    await payKeeper()
    const kept = async () => (await market.api.blind['box.kept']({ boxId: box.id, account: alice })).list
    await expect.poll(async () => (await kept()).length, { timeout: 60_000 }).toBe(1)
    await rpc('anvil_setCode', alice, '0x')
    await page.goto(pathOf(box))
    const yours = page.locator('.box-yours')
    const [waiting] = await kept()
    await yours.getByText(`${waiting?.name} waits for you: your wallet could not take it at the draw.`).waitFor()
    expect((await latest(box)).nfts.map(({ tokenId }) => tokenId)).toEqual([''])
    const holds = async () => (await market.api.user.collections({ address: alice, chainId: LOCAL_CHAIN_ID, page: 1, limit: 1 })).total
    const had = await holds()
    const collect = { en: 'Collect it', zh: '领取' }
    await expectForEverybody(page, (language) => yours.getByRole('button', { name: collect[language] }), { asksWallet: true })
    await yours.getByRole('button', { name: collect.en }).click()
    await primaryOf(page.getByRole('dialog')).click()
    await approve(page, 'transaction')
    await expect.poll(() => closeBought(page)).toBe(true)
    await expect.poll(holds).toBe(had + 1)
    await expect.poll(() => yours.getByRole('button', { name: 'Collect it' }).count()).toBe(0)
    expect(await kept()).toEqual([])
  })

  it('money that could not reach him waits in the contract too, and comes to the wei', async () => {
    const { page } = buyer
    const box = boxOf('Postcards from the opening')
    const yours = page.locator('.box-yours')
    const payKeeper = await openUndrawn(page, box)
    await page.reload()
    await yours.getByText('The draw is under way.', { exact: false }).waitFor()
    await rpc('evm_increaseTime', 1_801)
    await rpc('anvil_mine', '0x1')
    const isLate = async () => (await market.api.config.fetch({ chainId: LOCAL_CHAIN_ID })).now > (await latest(box)).refundableAt
    await expect.poll(isLate).toBe(true)
    await page.reload()
    const takeBack = { en: 'Take your money back', zh: '取回款项' }
    await expectForEverybody(page, (language) => yours.getByRole('button', { name: takeBack[language] }), { asksWallet: true })
    // Her account takes nothing when the keeper sends it back.
    await rpc('anvil_setCode', alice, REFUSES_ALL)
    await payKeeper()
    const credits = async () => (await market.api.blind['box.kept']({ boxId: box.id, account: alice })).credits
    await expect.poll(async () => (await credits()).length, { timeout: 60_000 }).toBe(1)
    await rpc('anvil_setCode', alice, '0x')
    const due = (await latest(box)).paid + box.bondEach
    await page.reload()
    const claim = { en: /^Take back /, zh: /^取回 / }
    await expectForEverybody(page, (language) => yours.getByRole('button', { name: claim[language] }), { asksWallet: true })
    const block = await market.chain.getBlockNumber()
    const had = await market.chain.getBalance({ address: alice, blockNumber: block })
    await yours.getByRole('button', { name: claim.en }).click()
    await primaryOf(page.getByRole('dialog')).click()
    await approve(page, 'transaction')
    await expect.poll(() => closeBought(page)).toBe(true)
    const now = await market.chain.getBlockNumber()
    const has = await market.chain.getBalance({ address: alice, blockNumber: now })
    expect(has - had + (await gasPaid(market, alice, block, now))).toBe(due)
    await expect.poll(() => yours.getByRole('button', { name: claim.en }).count()).toBe(0)
  })

  it('shows nobody a broken page on the way', () => {
    expect(buyer.complaints).toEqual([])
  })
})
