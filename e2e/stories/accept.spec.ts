import { bidFor, type Item, mined, type Person } from '@plinth/devnet'
import { type Address, LOCAL_DEPLOYMENTS, ORDER_STATUS, ORDER_TYPE, toAddress } from '@plinth/protocol'
import { collection721Abi, collection1155Abi, exchangeAbi, wrappedCoinAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf, allowMoney, gasPaid } from '../support/money.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'
import { makeWork, untilRead } from '../support/works.ts'

const CHAIN = 31_337
const PRICE = parseEther('2')
const UNIT = parseUnits('3', 6)
const FEE_BPS = 250n
const ROYALTY_BPS = 500n
const partOf = (amount: bigint, bps: bigint) => (amount * bps) / 10_000n

/** Zhang Wei's work is Dan's now; Carol bids for it. Of an edition Dan has four, and Bob wants six. */
describe('a bid that is accepted', () => {
  const market = demoMarket()
  const { wrappedCoin, dollar, exchange, transferProxy } = LOCAL_DEPLOYMENTS[CHAIN]
  const [zhang, dan, carol, bob] = [addressOf('Zhang Wei'), addressOf('Dan'), addressOf('Carol'), addressOf('Bob')]
  let artist: Person
  let bidder: Person
  let collector: Person
  let holder: Visitor
  let visitor: Visitor
  let page: Page
  let work: Required<Item>
  let edition: Required<Item>

  beforeAll(async () => {
    artist = await actAs('Zhang Wei', market)
    bidder = await actAs('Carol', market)
    collector = await actAs('Bob', market)
    work = await makeWork(artist, { name: 'Wanted', royaltyPercent: 5 })
    edition = await makeWork(artist, { name: 'Wanted by many', royaltyPercent: 5, supply: 10 })
    const [one, many] = [
      { address: work.collection, abi: collection721Abi, functionName: 'safeTransferFrom' },
      { address: edition.collection, abi: collection1155Abi, functionName: 'safeTransferFrom' },
    ] as const
    await mined(artist, await artist.wallet.writeContract({ ...one, args: [zhang, dan, work.tokenId] }))
    await mined(artist, await artist.wallet.writeContract({ ...many, args: [zhang, dan, edition.tokenId, 4n, '0x'] }))
    await untilRead(artist, work, (item) => item?.onlyOwner === dan)
    await untilRead(artist, edition, (item) => item?.holdings.length === 2)
    await bidFor(bidder, work, '2')
    await bidFor(collector, edition, '3', { quantity: 6n, payToken: 'dollar' })
    // Nothing approved yet, whatever came before this story.
    const dans = await actAs('Dan', market)
    for (const address of [work.collection, edition.collection])
      await mined(
        dans,
        await dans.wallet.writeContract({
          address,
          abi: collection721Abi,
          functionName: 'setApprovalForAll',
          args: [transferProxy, false],
        }),
      )
    holder = await openBrowser(market.url)
    visitor = await openBrowser(market.url)
    page = holder.page
    await signInAs(page, 'Dan', itemPath(work))
  })

  beforeEach(() => pictureOnFailure(holder, visitor))

  afterAll(async () => {
    await Promise.all([holder?.close(), visitor?.close()])
  })

  it('[ACCEPT-01, ITEM-50, ITEM-33, ITEM-42] the holder can take the highest bid; its bidder and strangers can’t', async () => {
    const row = page.locator('.bid-row')
    await row.getByText('Carol offers 2.00 WETH').waitFor()
    await row.getByText('You would receive 1.85 WETH.').waitFor()
    await row.getByRole('button', { name: 'Accept' }).waitFor()
    await visitor.page.goto(itemPath(work))
    await visitor.page.getByText('Carol offers 2.00 WETH').waitFor()
    expect(await visitor.page.getByRole('button', { name: 'Accept' }).count()).toBe(0)
    await signInAs(visitor.page, 'Carol', itemPath(work))
    await visitor.page.getByRole('heading', { name: 'Wanted', exact: true }).waitFor()
    expect(await visitor.page.getByRole('button', { name: 'Accept' }).count()).toBe(0)
  })

  it('[ACCEPT-07, ACCEPT-08, ITEM-35] says what leaves, the price, the seller fee, the royalty and what comes, exactly', async () => {
    const dialog = await openAccept()
    const said = (await dialog.locator('.sums').innerText()).replaceAll(/\s+/g, ' ')
    expect(said).toContain('Carol pays you 2.00 WETH')
    expect(said).toContain('Service fee, 2.50% − 0.05 WETH')
    expect(said).toContain('Royalty to 张伟, 5% − 0.10 WETH')
    expect(said).toContain('You receive 1.85 WETH')
    await dialog.getByText(/The bid is good until/).waitFor()
    await dialog.getByText('It can’t be undone.', { exact: false }).waitFor()
    expect(await dialog.getByLabel('How many').count()).toBe(0)
  })

  it('[ERR-25] a bidder who can’t pay any more is told before anything is asked', async () => {
    const dialog = page.getByRole('dialog')
    await allowMoney(bidder, wrappedCoin, 0n)
    await dialog.getByRole('button', { name: 'Sell for 1.85 WETH' }).click()
    await dialog.getByText('The bidder can’t pay this right now: the balance or its allowance is too low.').waitFor()
    expect(await page.locator('demo-wallet').count()).toBe(0)
    await allowMoney(bidder, wrappedCoin, PRICE * 2n)
  })

  it('[ACCEPT-05, ACCEPT-06, ERR-27] approves the collection, is told no once, and sells on the chain to the wei', async () => {
    const dialog = page.getByRole('dialog')
    const before = await money(wrappedCoin)
    const coins = await market.chain.getBalance({ address: dan })
    const block = await market.chain.getBlockNumber()
    await dialog.getByRole('button', { name: 'Sell for 1.85 WETH' }).click()
    await approve(page, 'transaction')
    await page.locator('demo-wallet').getByText('Sell a work to a bid').waitFor()
    await reject(page, 'transaction')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    expect(await ownerOf()).toBe(dan)
    await dialog.getByRole('button', { name: 'Sell for 1.85 WETH' }).click()
    expect(await sayYes(page, () => closeBought(page))).toEqual(['transaction'])
    const after = await money(wrappedCoin)
    expect(before.carol - after.carol).toBe(PRICE + partOf(PRICE, FEE_BPS))
    expect(after.dan - before.dan).toBe(PRICE - partOf(PRICE, FEE_BPS) - partOf(PRICE, ROYALTY_BPS))
    expect(after.zhang - before.zhang).toBe(partOf(PRICE, ROYALTY_BPS))
    expect(after.market - before.market).toBe(2n * partOf(PRICE, FEE_BPS))
    const now = await market.chain.getBlockNumber()
    expect(coins - (await market.chain.getBalance({ address: dan }))).toBe(await gasPaid(market, dan, block, now))
    expect(await ownerOf()).toBe(carol)
    await expect(bidOf(work, carol)).rejects.toMatchObject({ errno: 4101 })
  })

  it('[ITEM-37] both pages know it unasked, and the history says who took it', async () => {
    await page.getByText('Held by Carol').waitFor()
    expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0)
    await visitor.page.getByText('Held by you').waitFor()
    await page.getByRole('tab', { name: /History\s*4/ }).click()
    await page.getByRole('tabpanel').getByText('Offer accepted').waitFor()
  })

  it('[ACCEPT-02, ACCEPT-03, ACCEPT-04] of an edition asks how many, at most what is owned and what the bid still wants', async () => {
    await page.goto(itemPath(edition))
    const dialog = await openAccept()
    await dialog.getByText('Up to 4').waitFor()
    expect(await dialog.getByLabel('How many').inputValue()).toBe('4')
    await dialog.getByLabel('How many').fill('')
    await dialog.getByRole('button', { name: /^Sell for/ }).click()
    await dialog.getByText('Enter how many').waitFor()
    await dialog.getByLabel('How many').fill('5')
    await dialog.getByText('That is more than there are').waitFor()
    expect(await page.locator('demo-wallet').count()).toBe(0)
    await dialog.getByLabel('How many').fill('3')
    await dialog.getByText('Bob pays you, 3 × 3.00 PUSD').waitFor()
  })

  it('accepts a bid in part, to the unit, and the rest of it stands', async () => {
    const dialog = page.getByRole('dialog')
    const before = await money(dollar)
    await dialog.getByRole('button', { name: 'Sell for 8.325 PUSD' }).click()
    expect(await sayYes(page, () => closeBought(page))).toEqual(['transaction', 'transaction'])
    const price = 3n * UNIT
    const after = await money(dollar)
    expect(before.bob - after.bob).toBe(price + partOf(price, FEE_BPS))
    expect(after.dan - before.dan).toBe(price - partOf(price, FEE_BPS) - partOf(price, ROYALTY_BPS))
    expect(after.zhang - before.zhang).toBe(partOf(price, ROYALTY_BPS))
    expect(after.market - before.market).toBe(2n * partOf(price, FEE_BPS))
    expect([await piecesOf(dan), await piecesOf(bob)]).toEqual([1n, 3n])
    expect(await bidOf(edition, bob)).toMatchObject({ status: ORDER_STATUS.OPEN, filled: price, selling: 2n * price })
  })

  it('[ACCEPT-04] then offers what is left of the two, with nothing more to approve, and refuses a bid that was raised meanwhile', async () => {
    // A dialog keeps to what the page knew when it was opened.
    await page.locator('.bid-row').getByText('Bob offers 3 × 3.00 PUSD').waitFor()
    const dialog = await openAccept()
    await dialog.getByText('Up to 1').waitFor()
    await dialog.getByText('Done before').waitFor()
    const { salt } = await bidOf(edition, bob)
    await bidFor(collector, edition, '6', { quantity: 6n, payToken: 'dollar', salt })
    await dialog.getByRole('button', { name: /^Sell for/ }).click()
    await dialog.getByText('The bid has changed since. Look at it again before you accept.').waitFor()
    expect(await page.locator('demo-wallet').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Look at it again' }).click()
    await page.locator('.bid-row').getByText('Bob offers 3 × 6.00 PUSD').waitFor()
    expect(await piecesOf(dan)).toBe(1n)
  })

  it('shows nobody a broken page on the way', () => {
    expect([...holder.complaints, ...visitor.complaints]).toEqual([])
  })

  async function openAccept() {
    await page.locator('.bid-row').getByRole('button', { name: 'Accept' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Sell for/ }).waitFor()
    return dialog
  }

  const bidOf = ({ collection, tokenId }: Item, owner: Address) =>
    market.api.order.get({ collection, tokenId, owner, type: ORDER_TYPE.BID, chainId: CHAIN })

  async function ownerOf(): Promise<Address> {
    const call = { address: work.collection, abi: collection721Abi, functionName: 'ownerOf', args: [work.tokenId] } as const
    return toAddress(await market.chain.readContract(call))
  }

  const piecesOf = (account: Address) =>
    market.chain.readContract({
      address: edition.collection,
      abi: collection1155Abi,
      functionName: 'balanceOf',
      args: [account, edition.tokenId],
    })

  async function money(token: Address) {
    const of = (account: Address) =>
      market.chain.readContract({ address: token, abi: wrappedCoinAbi, functionName: 'balanceOf', args: [account] })
    const beneficiary = await market.chain.readContract({ address: exchange, abi: exchangeAbi, functionName: 'beneficiary' })
    return {
      ...{ zhang: await of(zhang), dan: await of(dan), carol: await of(carol), bob: await of(bob) },
      market: await of(toAddress(beneficiary)),
    }
  }
})
