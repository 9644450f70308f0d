import { readMetadata } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { collection721Abi, exchangeAbi } from '@plinth/protocol/abi'
import { parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { startDemoMarket } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { type Market, removeData } from '../support/market.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { bothStepsDone } from '../support/pages.ts'
import { paintPng } from '../support/picture.ts'
import { approve, signInAs } from '../support/wallet.ts'

const PRICE = parseEther('0.5')
const BUYER_FEE = (PRICE * 250n) / 10_000n
const SELLER_FEE = (PRICE * 250n) / 10_000n

/** Alice mints and lists, Bob finds and buys: each main page once. */
describe('from a fresh market to a first sale', () => {
  let market: Market
  let alice: Visitor
  let bob: Visitor
  let collection: `0x${string}`
  const [seller, buyer] = [addressOf('Alice'), addressOf('Bob')]

  beforeAll(async () => {
    market = await startDemoMarket()
    alice = await openBrowser(market.url, { reducedMotion: 'no-preference' })
    bob = await openBrowser(market.url, { reducedMotion: 'no-preference' })
  })

  beforeEach(() => pictureOnFailure(alice, bob))

  afterAll(async () => {
    await Promise.all([alice?.close(), bob?.close()])
    await market?.stop()
    if (market) removeData(market)
  })

  it('[NET-10, NET-11, AUTH-02, SHELL-25] the seller connects, signs in and comes back to where she wanted to go', async () => {
    const { page } = alice
    await page.goto('/create')
    await page.waitForURL(/\/connect\?redirect=/)
    await signInAs(page, 'Alice', '/create/erc721')
    const kept = await page.evaluate(() => ({ token: localStorage.getItem('Authorization'), connected: localStorage.getItem('connected') }))
    expect(kept.token).toMatch(/\S{32,}/)
    expect(kept.connected).toBeTruthy()
  })

  it('[NEWC-01, NEWC-02, NEWC-11, NEWC-14, SHELL-76, DATA-40] she makes a collection: cover first, then the chain', async () => {
    const { page } = alice
    await page.getByRole('button', { name: /^New/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type="file"]').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: paintPng(1) })
    await dialog.getByLabel('Display name').fill('Evening Water')
    await dialog.getByLabel('Token name').fill('DUSK')
    await dialog.getByLabel('Introduction').fill('Water, after work.')
    await dialog.getByRole('button', { name: 'Create the collection' }).click()
    await approve(page, 'transaction')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: /Evening Water/ }).waitFor()
    const rows = await market.api.user.listcontract({ address: seller, chainId: 31337 })
    const row = rows.find(({ name }) => name === 'Evening Water')
    expect(row).toMatchObject({ isConfirmed: true, symbol: 'DUSK', description: 'Water, after work.', owner: seller })
    collection = toAddress(row?.address ?? '')
    const owner = await market.chain.readContract({ address: collection, abi: collection721Abi, functionName: 'owner' })
    expect(toAddress(owner)).toBe(seller)
  })

  it('[MINT-03, MINT-36, MINT-45, SALE-24, SHELL-76] she mints a PNG with 5 % royalty and two attributes and lists it in the same dialog', async () => {
    const { page } = alice
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'dusk.png', mimeType: 'image/png', buffer: paintPng(2) })
    await page.getByLabel('Name', { exact: true }).fill('Dusk, first study')
    await page.getByLabel('Description').fill('The last light on the water.')
    await page.getByLabel('Category').selectOption({ label: 'Western' })
    await page
      .getByRole('radio', { name: '5%' })
      .or(page.getByRole('button', { name: '5%' }))
      .first()
      .click()
    await page.getByLabel('Name, property 1').fill('Time')
    await page.getByLabel('Value, property 1').fill('Dusk')
    await page.getByLabel('Name, property 2').fill('Boats')
    await page.getByLabel('Value, property 2').fill('None')
    await page.getByLabel('Price', { exact: true }).fill('0.5')
    await page.getByRole('button', { name: /Mint and sell for 0\.5 ETH/ }).click()
    await approve(page, 'transaction')
    await approve(page, 'transaction')
    await approve(page, 'typedData')
    await page.waitForURL(/\/detail\//)
    await page.getByText('Dusk, first study').first().waitFor()
    const item = await market.api.nft.detail({ collection: toAddress(collection), tokenId: 1n })
    expect(item).toMatchObject({ royalties: [500], isOnSale: true, onlyOwner: seller })
    expect(readMetadata(item?.metadata ?? '').attributes).toEqual([
      { key: 'Time', value: 'Dusk' },
      { key: 'Boats', value: 'None' },
    ])
    const uri = await market.chain.readContract({ address: collection, abi: collection721Abi, functionName: 'tokenURI', args: [1n] })
    expect(uri).toBe(item?.metadataUrl)
    expect(uri).toMatch(/^ipfs:\/\/baf/)
  })

  it('[BUY-01, BUY-09, ITEM-28, HOME-10, SHELL-76] the buyer finds it on home and buys it, and every wei is where it belongs', async () => {
    const { page } = bob
    await signInAs(page, 'Bob')
    await page
      .getByRole('link', { name: /Dusk, first study/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Dusk, first study' }).waitFor()
    await page.getByText('0.5125 ETH').first().waitFor()
    const block = await market.chain.getBlockNumber()
    const before = await balances(block)
    await page.getByRole('button', { name: /^Buy/ }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /Pay 0\.5125 ETH/ }).click()
    await approve(page, 'transaction')
    await bothStepsDone(page)
    const now = await market.chain.getBlockNumber()
    const after = await balances(now)
    const [gasSeller, gasBuyer] = [await gasPaid(market, seller, block, now), await gasPaid(market, buyer, block, now)]
    expect(after.seller - before.seller + gasSeller).toBe(PRICE - SELLER_FEE)
    expect(before.buyer - after.buyer - gasBuyer).toBe(PRICE + BUYER_FEE)
    expect(after.exchange - before.exchange).toBe(SELLER_FEE + BUYER_FEE)
    const owner = await market.chain.readContract({ address: collection, abi: collection721Abi, functionName: 'ownerOf', args: [1n] })
    expect(toAddress(owner)).toBe(buyer)
  })

  it('[ENUM-08, ITEM-14, ITEM-15, ITEM-37] the page shows owner and history: minted, put on sale, bought', async () => {
    const { page } = bob
    await page.goto(`/detail/${collection}:1`)
    await page.getByText('Held by you').first().waitFor()
    const rows = page.getByRole('table', { name: 'History' }).getByRole('row')
    await rows.nth(3).waitFor()
    const said = (await rows.allInnerTexts()).join('\n').toLowerCase()
    for (const word of ['mint', 'listed', 'bought']) expect(said).toContain(word)
    const history = await market.api.nft.history({ collection: toAddress(collection), tokenId: 1n })
    expect(history.map(({ type }) => type)).toEqual([4, 1, 9])
    expect(history[0]).toMatchObject({ from: seller, to: buyer })
  })

  it('[MSG-02, MSG-05, MSG-06, ENUM-07] both have news of it', async () => {
    await alice.page.goto('/message?tab=unread')
    await alice.page.getByText('Dusk, first study').first().waitFor()
    await bob.page.goto('/message?tab=all')
    await bob.page.getByText('Dusk, first study').first().waitFor()
  })

  it('shows no broken page on the way', () => {
    expect(alice.complaints).toEqual([])
    expect(bob.complaints).toEqual([])
  })

  async function balances(blockNumber: bigint) {
    const { contract } = await market.api.config.fetch({ chainId: 31337 })
    const at = (address: `0x${string}`) => market.chain.getBalance({ address, blockNumber })
    const code = await market.chain.readContract({ address: contract.exchange, abi: exchangeAbi, functionName: 'transferProxy' })
    expect(toAddress(code)).toBe(contract.transferProxy)
    return { seller: await at(seller), buyer: await at(buyer), exchange: await at(contract.exchange) }
  }
})
