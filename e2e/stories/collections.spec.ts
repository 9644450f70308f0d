import type { Collection } from '@plinth/api'
import { listItem, type Person } from '@plinth/devnet'
import { type Address, LOCAL_CHAIN_ID, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { erc721Abi, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath } from '../support/demo-market.ts'
import { expectNothingAgainst } from '../support/dialog-access.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { deployForeign, mintForeign } from '../support/foreign.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { operate } from '../support/operate.ts'
import { paintPng } from '../support/picture.ts'
import { approve, signInAs } from '../support/wallet.ts'

const BALANCES = parseAbi(['function balanceOf(address account, uint256 id) view returns (uint256)'])
const BANNER = { name: 'wide.png', mimeType: 'image/png', buffer: paintPng(77) }

/**
 * Alice writes what a collection of hers says of itself, and freezes its metadata; Bob has its page open on a phone.
 * Two contracts that are not ours are brought in by the operator: Carol sells what she has held there since before, Eve buys.
 */
describe('collections', () => {
  const market = demoMarket()
  let alice: Visitor
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
    alice = await openBrowser(market.url)
    bob = await openBrowser(market.url, { locale: 'zh-CN', viewport: PHONE })
    const own = await market.api.user.listcontract({ address: addressOf('Alice'), chainId: LOCAL_CHAIN_ID })
    const found = own.find(({ isOfficial, isConfirmed, standard }) => !isOfficial && isConfirmed && standard === TOKEN_STANDARD.ERC721)
    if (!found) throw new Error('Alice has no collection')
    collection = found
    path = `/collection/${found.address}?chain=${LOCAL_CHAIN_ID}`
    await signInAs(alice.page, 'Alice', path)
    carols = await actAs('Carol', market)
    museum = await deployForeign(carols, market, 'Museum')
    prints = await deployForeign(carols, market, 'Prints')
    await mintForeign(carols, market, museum, 7n)
    await mintForeign(carols, market, prints, 3n, 10n)
    for (const collection of [museum, prints])
      await operate(market, 'collections', 'import', '--chain', String(LOCAL_CHAIN_ID), '--collection', collection, '--why', 'asked for')
    seller = await openBrowser(market.url)
    buyer = await openBrowser(market.url)
  })
  beforeEach(() => pictureOnFailure(alice, bob, seller, buyer))
  afterAll(async () => {
    await Promise.all([alice, bob, seller, buyer].map((visitor) => visitor?.close()))
  })

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
    await bob.page.getByRole('link', { name: /fieldnotes\.example/ }).waitFor()
    await bob.page.locator('.collection-banner img:not(.blurred)').waitFor()
    const uri = await market.chain.readContract({ address: addressIn(collection), abi: collection721Abi, functionName: 'contractURI' })
    const said = await fetch(`${market.url}${uri.replace('ipfs://', '/ipfs/')}`)
    expect(await said.json()).toEqual({
      ...{ name: collection.name, symbol: collection.symbol, description: 'Walks, in very thick strokes.' },
      ...{ external_link: 'https://fieldnotes.example/walks', image: expect.stringMatching(/^ipfs:\/\/baf/) },
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
    await bob.page.getByText('Metadata: frozen').waitFor()
    await bob.page.goto(itemPath(list[0]))
    await bob.page.locator('.provenance').getByText('frozen').waitFor()
  })

  const detail = (collection: Address, tokenId: bigint) => market.api.nft.detail({ collection, tokenId, chainId: LOCAL_CHAIN_ID })
  const printsOf = (account: Address) =>
    market.chain.readContract({ address: prints, abi: BALANCES, functionName: 'balanceOf', args: [account, 3n] })

  it('an imported ERC721 is sold from its page by its holder, for what the dialogs say', async () => {
    const work = { collection: museum, tokenId: 7n }
    await vi.waitUntil(async () => (await detail(museum, 7n))?.onlyOwner === carol, { timeout: 20_000, interval: 200 })
    const { page } = seller
    await signInAs(page, 'Carol', itemPath(work))
    await page.getByText('Museum of Elsewhere').first().waitFor()
    await page.locator('.price-block .acts').getByRole('button', { name: 'Sell' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Fixed price/ }).click()
    await dialog.getByLabel('Price', { exact: true }).fill('1')
    await dialog.getByText('0.975 ETH').first().waitFor()
    await dialog.locator('.dialog-foot .button.primary').click()
    expect(await sayYes(page, async () => (await dialog.count()) === 0)).toEqual(['transaction', 'typedData'])
    const other = buyer.page
    await signInAs(other, 'Eve', itemPath(work))
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
    const work = { collection: prints, tokenId: 3n, standard: TOKEN_STANDARD.ERC1155 }
    await vi.waitUntil(async () => (await detail(prints, 3n))?.supply === 10n, { timeout: 20_000, interval: 200 })
    await listItem(carols, work, '0.2', { quantity: 5n })
    const { page } = buyer
    await page.goto(itemPath(work))
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
