/** @module-tag more */
import { type Collection, createClient, type ItemRecord } from '@plinth/api'
import { listItem, mined, type Person } from '@plinth/devnet'
import {
  type Address,
  ASSET_TYPE,
  LOCAL_CHAIN_ID,
  LOCAL_DEPLOYMENTS,
  ORDER_STATUS,
  ORDER_TYPE,
  TOKEN_STANDARD,
  toAddress,
} from '@plinth/protocol'
import { collection721Abi, collection1155Abi, dollarTokenAbi, exchangeAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { createPublicClient, erc721Abi, http, parseAbi, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowsers, PHONE, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath } from '../support/demo-market.ts'
import { expectNothingAgainst } from '../support/dialog-access.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { deployForeign, mintForeign } from '../support/foreign.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { operate } from '../support/operate.ts'
import { paintPng } from '../support/picture.ts'
import { makeStubborn } from '../support/stubborn-token.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

const market = demoMarket()
let browsers: Awaited<ReturnType<typeof openBrowsers>>
let alice: Visitor

beforeAll(async () => {
  browsers = await openBrowsers(market.url)
  alice = await browsers.visit()
  await signInAs(alice.page, 'Alice', '/create')
})
afterAll(() => browsers?.close())

const CHAIN = 31_338
const UNIT = parseUnits('2.4', 6)
const FEE_BPS = 250n
const feeOf = (amount: bigint) => (amount * FEE_BPS) / 10_000n
const BALANCES = parseAbi(['function balanceOf(address account, uint256 id) view returns (uint256)'])
const BANNER = { name: 'wide.png', mimeType: 'image/png', buffer: paintPng(77) }

/**
 * Alice edits the description of a collection of hers, and freezes its metadata; Bob has its page open on a phone. The
 * operator imports two external contracts: Carol sells what she already holds there, Eve buys.
 */
describe('collections', () => {
  let bob: Visitor
  let collection: Collection
  let path = ''
  const [carol, eve] = [addressOf('Carol'), addressOf('Eve')]
  let carols: Person
  let seller: Visitor
  let buyer: Visitor
  let museum: Address
  let prints: Address

  beforeAll(async () => {
    bob = await browsers.visit()
    await bob.page.setViewportSize(PHONE)
    const own = await market.api.user.listcontract({ address: addressOf('Alice'), chainId: LOCAL_CHAIN_ID })
    const found = own.find(({ isOfficial, isConfirmed, standard }) => !isOfficial && isConfirmed && standard === TOKEN_STANDARD.ERC721)
    if (!found) throw new Error('Alice has no collection')
    collection = found
    path = `/collection/${found.address}?chain=${LOCAL_CHAIN_ID}`
    await alice.page.goto(path)
    carols = await actAs('Carol', market)
    museum = await deployForeign(carols, market, 'Museum')
    prints = await deployForeign(carols, market, 'Prints')
    await mintForeign(carols, market, museum, 7n)
    await mintForeign(carols, market, prints, 3n, 10n)
    for (const collection of [museum, prints])
      await operate(market, 'collections', 'import', '--chain', String(LOCAL_CHAIN_ID), '--collection', collection, '--why', 'asked for')
    seller = await browsers.visit()
    buyer = await browsers.visit()
  })
  beforeEach(() => pictureOnFailure(alice, bob, seller, buyer))

  /** Opens what stands behind "More", unless it is open. */
  const unfold = async (page: Page): Promise<void> => {
    for (const more of await page.locator('.collection-about-line').getByRole('button', { name: 'More' }).all()) await more.click()
  }

  it('what is published stands in the contract (ERC-7572), and on the page that another visitor has open', async () => {
    const { page } = alice
    await bob.page.goto(path)
    await bob.page.getByText(collection.description).waitFor()
    await page.getByRole('button', { name: 'Edit the collection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Introduction').fill('Walks, in very thick strokes.')
    await dialog.getByLabel('Website').fill('https://fieldnotes.example/walks')
    await dialog.getByRole('group', { name: 'Banner' }).locator('input[type="file"]').setInputFiles(BANNER)
    await expectNothingAgainst(page)
    await dialog.getByRole('button', { name: 'Publish it' }).click()
    await approve(page, 'transaction')
    await dialog.getByText('Everybody can read it now').first().waitFor()
    await bob.page.getByText('Walks, in very thick strokes.').waitFor()
    await unfold(bob.page)
    await bob.page.getByRole('link', { name: /fieldnotes\.example/ }).waitFor()
    await bob.page.locator('.collection-banner img:not(.blurred)').waitFor()
    const uri = await market.chain.readContract({ address: addressIn(collection), abi: collection721Abi, functionName: 'contractURI' })
    const said = await fetch(`${market.url}${uri.replace('ipfs://', '/ipfs/')}`)
    expect(await said.json()).toEqual({
      name: collection.name,
      symbol: collection.symbol,
      description: 'Walks, in very thick strokes.',
      external_link: 'https://fieldnotes.example/walks',
      image: expect.stringMatching(/^ipfs:\/\/baf/),
      banner_image: expect.stringMatching(/^ipfs:\/\/baf/),
    })
  })

  it('[F-14] metadata that its owner freezes is frozen in the contract, and on the open pages of others', async () => {
    const { page } = alice
    const { list } = await market.api.contract.listitems({ collection: addressIn(collection), chainId: LOCAL_CHAIN_ID, page: 1, limit: 1 })
    if (!list[0]) throw new Error('The collection is empty')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Freeze the metadata' }).click()
    expect(await isFrozen()).toBe(false)
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze for good' }).waitFor()
    await expectNothingAgainst(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze for good' }).click()
    await approve(page, 'transaction')
    await page.getByRole('dialog').getByText('The metadata is frozen').first().waitFor()
    expect(await isFrozen()).toBe(true)
    await unfold(bob.page)
    await bob.page.getByText('Metadata: frozen').waitFor()
    await bob.page.goto(itemPath(list[0]))
    await bob.page.locator('.provenance').getByText('frozen').waitFor()
  })

  const detail = (collection: Address, tokenId: bigint) => market.api.nft.detail({ collection, tokenId, chainId: LOCAL_CHAIN_ID })
  const printsOf = (account: Address) =>
    market.chain.readContract({ address: prints, abi: BALANCES, functionName: 'balanceOf', args: [account, 3n] })

  it('an imported ERC721 is sold from its page by its holder, for what the dialogs say', async () => {
    const item = { collection: museum, tokenId: 7n }
    await vi.waitUntil(async () => (await detail(museum, 7n))?.onlyOwner === carol, { timeout: 20_000, interval: 200 })
    const { page } = seller
    await signInAs(page, 'Carol', itemPath(item))
    await page.getByText('Museum of Elsewhere').first().waitFor()
    await page.locator('.price-block .acts').getByRole('button', { name: 'Sell' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Fixed price/ }).click()
    await dialog.getByLabel('Price', { exact: true }).fill('1')
    await dialog.getByText('0.975 ETH').first().waitFor()
    await dialog.locator('.dialog-foot .button.primary').click()
    expect(await sayYes(page, async () => (await dialog.count()) === 0)).toEqual(['transaction', 'typedData'])
    const other = buyer.page
    await signInAs(other, 'Eve', itemPath(item))
    const block = await market.chain.getBlockNumber()
    const before = await balances(block)
    await other.locator('.price-block .acts').getByRole('button', { name: /^Buy/ }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Pay 1.025 ETH' }).click()
    await sayYes(other, () => closeBought(other))
    const now = await market.chain.getBlockNumber()
    const after = await balances(now)
    expect(after.carol - before.carol).toBe(parseEther('0.975'))
    expect(before.eve - after.eve).toBe(parseEther('1.025') + (await gasPaid(market, eve, block, now)))
    const owner = await market.chain.readContract({ address: museum, abi: erc721Abi, functionName: 'ownerOf', args: [7n] })
    expect(toAddress(owner)).toBe(eve)
    await other.getByText('Held by you').waitFor()
  })

  it('of an imported ERC1155 some are offered and a part is bought; the rest stays on sale', async () => {
    const item = { collection: prints, tokenId: 3n, standard: TOKEN_STANDARD.ERC1155 }
    await vi.waitUntil(async () => (await detail(prints, 3n))?.supply === 10n, { timeout: 20_000, interval: 200 })
    await listItem(carols, item, '0.2', { quantity: 5n })
    const { page } = buyer
    await page.goto(itemPath(item))
    await page.getByText('10 pieces').first().waitFor()
    await page.locator('.price-block .acts').getByRole('button', { name: /^Buy/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('How many').fill('2')
    await dialog.getByRole('button', { name: 'Pay 0.41 ETH' }).click()
    await sayYes(page, () => closeBought(page))
    expect([await printsOf(carol), await printsOf(eve)]).toEqual([8n, 2n])
    await page.getByText('2 of 5 sold').waitFor()
    await page.getByText('you hold 2').first().waitFor()
    expect([alice, bob, seller, buyer].flatMap(({ complaints }) => complaints)).toEqual([])
  })

  const isFrozen = () =>
    market.chain.readContract({ address: addressIn(collection), abi: collection721Abi, functionName: 'isTokenURIPrefixFrozen' })

  async function balances(blockNumber: bigint) {
    const [ofCarol, ofEve] = await Promise.all([carol, eve].map((address) => market.chain.getBalance({ address, blockNumber })))
    return { carol: ofCarol ?? 0n, eve: ofEve ?? 0n }
  }
})

function addressIn({ address }: Collection) {
  if (address === '') throw new Error('The collection is not on the chain')
  return address
}

/**
 * Alice makes an edition of ten on the second chain and sells for dollars; Bob takes three, and two more with a token
 * that behaves as USDT.
 */
describe('an edition, paid in dollars, on the other chain', () => {
  const { dollar, transferProxy, exchange } = LOCAL_DEPLOYMENTS[CHAIN]
  const [maker, bob] = [addressOf('Alice'), addressOf('Bob')]
  const chainOf = () => createPublicClient({ transport: http(market.rpcUrls[CHAIN]), cacheTime: 0 })
  let seller: Visitor
  let buyer: Visitor
  let item: Pick<ItemRecord, 'collection' | 'tokenId' | 'chainId'>

  beforeAll(async () => {
    const money = await actAs('Bob', market, CHAIN)
    const mint = { address: dollar, abi: dollarTokenAbi, functionName: 'mint' } as const
    await mined(money, await money.wallet.writeContract({ ...mint, args: [bob, parseUnits('100', 6)] }))
    seller = alice
    buyer = await browsers.visit()
  })

  beforeEach(() => pictureOnFailure(seller, buyer))

  it('[MINT-01, MINT-51] chooses the edition; its wallet goes to the chain chosen, whose collections are offered', async () => {
    const { page } = seller
    await page.goto('/create')
    // Before the wallet is back the page alone would change over.
    await page.locator('.profile-chip', { hasText: 'Alice' }).filter({ hasText: 'ETH' }).waitFor()
    await toChain(page)
    await page.getByRole('link', { name: /An edition/ }).click()
    await page.getByRole('heading', { name: 'An edition' }).waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('channelId'))).toBe(String(CHAIN))
    const listed = await market.api.user.listcontract({ address: maker, chainId: -1 })
    const editions = listed.filter(({ standard }) => standard === TOKEN_STANDARD.ERC1155)
    const here = editions.filter(({ chainId }) => chainId === CHAIN)
    expect(here.length).toBeLessThan(editions.length)
    await expect.poll(() => page.locator('.pick-words .strong').allInnerTexts()).toEqual([...here.map(({ name }) => name), 'New'])
  })

  it('[MINT-03, MINT-09, MINT-13, TX-13, ITEM-02] mints ten and lists them all in dollars, in one dialog', async () => {
    const { page } = seller
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'ten.png', mimeType: 'image/png', buffer: paintPng(31) })
    await page.getByLabel('Name', { exact: true }).fill('Ten of a kind')
    await page.getByLabel('Category').selectOption({ label: 'Modern' })
    await page.getByRole('radio', { name: '5%' }).click({ force: true })
    expect(await page.getByLabel('How many').inputValue()).toBe('0')
    await page.getByLabel('How many').fill('10')
    await page.getByLabel('Paid in').selectOption({ label: 'PUSD' })
    await page.getByLabel('Price of one').fill('2.4')
    await page.getByText('You receive 23.40 PUSD for all 10').waitFor()
    await page.getByRole('button', { name: 'Mint and sell for 2.4 PUSD each' }).click()
    const dialog = page.getByRole('dialog')
    let hadShare = false
    await sayYes(page, async () => {
      hadShare ||= (await dialog.getByRole('button', { name: 'Share' }).count()) > 0
      return page.url().includes('/detail/')
    })
    // Its address is known as soon as the mint is sent.
    expect(hadShare).toBe(true)
    await page.getByRole('heading', { name: 'Ten of a kind' }).waitFor()
    const { list } = await market.api.user.onsales({ page: 1, limit: 5, address: maker, chainId: CHAIN })
    const made = list[0]
    expect(made).toMatchObject({ standard: 2, supply: 10n, royalties: [500], chainId: CHAIN })
    if (!made) throw new Error('nothing was made')
    item = { collection: made.collection, tokenId: made.tokenId, chainId: made.chainId }
    expect(await balanceOf(maker)).toBe(10n)
    expect(await sale()).toMatchObject({
      selling: 10n,
      buying: 10n * UNIT,
      buyType: ASSET_TYPE.ERC20,
      buyToken: dollar,
      payTokenDecimals: 6,
    })
  })

  it('[BUY-05, BUY-07, BUY-08, TX-02, TX-03, TX-40] asks for exactly what three cost, takes it, and every unit is where it belongs', async () => {
    const { page } = buyer
    await signInAs(page, 'Bob', pathOf(item))
    await page.getByText('Local BSC').first().waitFor()
    await page.getByRole('button', { name: 'Buy, 2.46 PUSD each' }).waitFor()
    const before = await money()
    const dialog = await openBuy(page)
    await dialog.getByLabel('How many').fill('3')
    await dialog.getByText('Allow 7.38 PUSD').waitFor()
    await dialog.getByRole('button', { name: 'Pay 7.38 PUSD' }).click()
    const asked = await sayYes(page, () => closeBought(page))
    expect(asked).toEqual(['transaction', 'transaction'])
    const price = 3n * UNIT
    const after = await money()
    expect(before.bob - after.bob).toBe(price + feeOf(price))
    // Alice is her own royalty's receiver.
    expect(after.alice - before.alice).toBe(price - feeOf(price))
    expect(after.market - before.market).toBe(2n * feeOf(price))
    expect(after.allowance).toBe(0n)
    expect([await balanceOf(maker), await balanceOf(bob)]).toEqual([7n, 3n])
    expect(await sale()).toMatchObject({ filled: 3n, status: ORDER_STATUS.OPEN })
    await seller.page.goto(pathOf(item))
    for (const on of [page, seller.page]) await on.getByText('3 of 10 sold').waitFor()
  })

  describe('whose token changes an allowance only from nothing, as USDT does', () => {
    let undo: (() => Promise<void>) | undefined
    const allow = async (amount: bigint) => {
      const person = await actAs('Bob', market, CHAIN)
      const call = { address: dollar, abi: dollarTokenAbi, functionName: 'approve', args: [transferProxy, amount] } as const
      await mined(person, await person.wallet.writeContract(call))
    }

    /** One is left over, too small for this. */
    beforeAll(async () => {
      await allow(parseUnits('1', 6))
      undo = await makeStubborn(market.rpcUrls[CHAIN] ?? '', dollar)
      await expect(allow(2n)).rejects.toThrow()
    })
    afterAll(() => undo?.())

    it('asks for the old allowance first, and again only for what is left to do', async () => {
      const { page } = buyer
      const dialog = await openBuy(page)
      await dialog.getByRole('button', { name: /^Pay / }).click()
      await approve(page, 'transaction')
      // The second question: a refusal leaves no allowance, and the next attempt continues from there.
      await reject(page, 'transaction')
      await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
      expect((await money()).allowance).toBe(0n)
      await dialog.getByRole('button', { name: /^Pay / }).click()
      expect(await sayYes(page, () => closeBought(page))).toEqual(['transaction', 'transaction'])
      expect((await money()).allowance).toBe(0n)
      expect(await balanceOf(bob)).toBe(4n)
      const bought = await market.api.nft.detail(item)
      expect(bought?.holdings.find(({ owner }) => owner === bob)?.quantity).toBe(4n)
    })

    it('takes both in one go where nothing is refused, and exactly the need', async () => {
      const { page } = buyer
      await allow(5n)
      await page.reload()
      const dialog = await openBuy(page)
      await dialog.getByRole('button', { name: /^Pay / }).click()
      expect(await sayYes(page, () => closeBought(page))).toEqual(['transaction', 'transaction', 'transaction'])
      expect((await money()).allowance).toBe(0n)
    })
  })

  it('shows no broken page on the way', () => {
    expect([seller, buyer].flatMap(({ complaints }) => complaints)).toEqual([])
  })

  const pathOf = ({ collection, tokenId }: typeof item) => `/detail/${collection}:${tokenId}?chain=${CHAIN}`
  const sale = () => createClient({ baseUrl: market.url }).order.get({ ...item, owner: maker, type: ORDER_TYPE.SALE })
  const balanceOf = (account: Address) =>
    chainOf().readContract({
      address: toAddress(item.collection),
      abi: collection1155Abi,
      functionName: 'balanceOf',
      args: [account, item.tokenId],
    })

  async function money() {
    const of = (account: Address) =>
      chainOf().readContract({ address: dollar, abi: dollarTokenAbi, functionName: 'balanceOf', args: [account] })
    const allowance = await chainOf().readContract({
      address: dollar,
      abi: dollarTokenAbi,
      functionName: 'allowance',
      args: [bob, transferProxy],
    })
    // Fees in a token go directly to the operator.
    const beneficiary = await chainOf().readContract({ address: exchange, abi: exchangeAbi, functionName: 'beneficiary' })
    return { alice: await of(maker), bob: await of(bob), market: await of(toAddress(beneficiary)), allowance }
  }

  /** The buy button asks the wallet to switch to the item's chain if needed; then the dialog opens. */
  async function openBuy(page: Page) {
    const button = page.locator('.price-block .acts').getByRole('button', { name: /^Buy,/ })
    const dialog = page.getByRole('dialog')
    await button.click()
    await vi.waitUntil(
      async () => {
        if (await page.locator('demo-wallet dialog[data-kind="network"]').count()) {
          await approve(page, 'network')
          await button.click()
        }
        return (await dialog.getByLabel('How many').count()) > 0
      },
      { timeout: 20_000, interval: 100 },
    )
    return dialog
  }

  async function toChain(page: Page): Promise<void> {
    await page.getByRole('button', { name: /^Network/ }).click()
    await page.getByRole('button', { name: /Local BSC/ }).click()
    await approve(page, 'network')
  }
})
