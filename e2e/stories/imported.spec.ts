import { listItem, type Person } from '@plinth/devnet'
import { type Address, LOCAL_CHAIN_ID, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { erc721Abi, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { deployForeign, mintForeign } from '../support/foreign.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { operate } from '../support/operate.ts'
import { signInAs } from '../support/wallet.ts'

const BALANCES = parseAbi(['function balanceOf(address account, uint256 id) view returns (uint256)'])

/** Two contracts that are not ours, brought in by the operator: Carol sells what she has held there since before, Eve buys. */
describe('works of imported collections', () => {
  const market = demoMarket()
  const [carol, eve] = [addressOf('Carol'), addressOf('Eve')]
  let carols: Person
  let seller: Visitor
  let buyer: Visitor
  let museum: Address
  let prints: Address

  beforeAll(async () => {
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
  beforeEach(() => pictureOnFailure(seller, buyer))
  afterAll(async () => {
    await Promise.all([seller?.close(), buyer?.close()])
  })

  const detail = (collection: Address, tokenId: bigint) => market.api.nft.detail({ collection, tokenId, chainId: LOCAL_CHAIN_ID })
  const printsOf = (account: Address) =>
    market.chain.readContract({ address: prints, abi: BALANCES, functionName: 'balanceOf', args: [account, 3n] })

  it('an ERC721 is there with its holder, is put on sale from its page, and changes hands for what the dialogs say', async () => {
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

  it('of an ERC1155 some are offered and a part is bought; the rest stays on sale', async () => {
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
  })

  it('shows nobody a broken page on the way', () => {
    expect([...seller.complaints, ...buyer.complaints]).toEqual([])
  })

  async function balances(blockNumber: bigint) {
    const [ofCarol, ofEve] = await Promise.all([carol, eve].map((address) => market.chain.getBalance({ address, blockNumber })))
    return { carol: ofCarol ?? 0n, eve: ofEve ?? 0n }
  }
})
