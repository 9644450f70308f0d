import { type Item, listItem, mined, type Person } from '@plinth/devnet'
import { type Address, LOCAL_DEPLOYMENTS, ORDER_TYPE, shortAddress, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { collection721Abi, collection1155Abi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { holdBlocks, releaseBlocks } from '../support/blocks.ts'
import { openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf, gasPaid } from '../support/money.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'
import { makeWork, untilRead } from '../support/works.ts'

const CHAIN = 31_337

/** Eve gives a work away that she has on sale, and of ten of another she burns one and gives three away. */
describe('what is given away and what is burnt', () => {
  const market = demoMarket()
  const { exchange } = LOCAL_DEPLOYMENTS[CHAIN]
  const [eve, carol, bob] = [addressOf('Eve'), addressOf('Carol'), addressOf('Bob')]
  let person: Person
  let holder: Visitor
  let visitor: Visitor
  let page: Page
  let gift: Required<Item>
  let ashes: Required<Item>
  let ten: Required<Item>

  beforeAll(async () => {
    person = await actAs('Eve', market)
    gift = await makeWork(person, { name: 'A gift' })
    ashes = await makeWork(person, { name: 'To ashes' })
    ten = await makeWork(person, { name: 'Ten in all', supply: 10 })
    await listItem(person, gift, '0.5')
    holder = await openBrowser(market.url)
    visitor = await openBrowser(market.url, { viewport: PHONE })
    page = holder.page
    await signInAs(page, 'Eve', itemPath(gift))
  })

  beforeEach(() => pictureOnFailure(holder, visitor))

  afterAll(async () => {
    await Promise.all([holder?.close(), visitor?.close()])
  })

  it('[ITEM-06, ITEM-07, XFER-01, BURN-01] the menu has transfer and burn for the owner only, refresh for everybody', async () => {
    expect(await menuOf(page)).toEqual(['Transfer', 'Burn', 'Refresh metadata', 'Report this work'])
    await visitor.page.goto(itemPath(gift))
    expect(await menuOf(visitor.page)).toEqual(['Refresh metadata', 'Report this work'])
  })

  it('[ITEM-08] refreshing the metadata says so', async () => {
    await visitor.page.getByRole('button', { name: 'Refresh metadata' }).click()
    await visitor.page.getByText('Refresh success!').waitFor()
  })

  it('[XFER-02, XFER-03, TX-15, SALE-01] refuses no address, no real one, her own, and those where it would be lost', async () => {
    await choose(page, 'Transfer')
    const dialog = page.getByRole('dialog', { name: 'A gift' })
    await dialog.getByText('You have it on sale, and the sale pauses', { exact: false }).waitFor()
    await dialog.getByText('This can’t be undone', { exact: false }).waitFor()
    for (const [to, said] of [
      ['', 'Enter an address'],
      ['0x123', 'This is not an address: 0x and 40 characters'],
      [eve.toUpperCase().replace('0X', '0x'), 'That is your own address'],
      [ZERO_ADDRESS, 'Nobody holds the zero address: what goes there is lost'],
      [gift.collection, 'That is the collection’s own address: what goes there is lost'],
    ] as const) {
      await dialog.getByLabel('Receiver’s address').fill(to)
      await dialog.getByRole('button', { name: 'Send it' }).click()
      await dialog.getByText(said).waitFor()
    }
    expect(await page.locator('demo-wallet').count()).toBe(0)
    await page.keyboard.press('Escape')
    await choose(page, 'Transfer')
    expect(await dialog.getByLabel('Receiver’s address').inputValue()).toBe('')
  })

  it('[TX-15] a contract that can’t receive it stops the transfer before the wallet opens, in the reader’s language', async () => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Receiver’s address').fill(exchange)
    await dialog.getByRole('button', { name: 'Send it' }).click()
    await dialog.getByText('A contract lives at this address, and it can’t receive works. Nothing was sent.').waitFor()
    expect(await page.locator('demo-wallet').count()).toBe(0)
    expect(await ownerOf(gift)).toBe(eve)
  })

  it('[XFER-06, XFER-07, SHELL-76] one step: declined once, then it is Carol’s, and Eve has paid the network and nothing else', async () => {
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: 'Send it' })
    const top = () => send.evaluate((button) => button.getBoundingClientRect().top)
    const looked = Promise.withResolvers<void>()
    await page.route('**/user/info', (route) => looked.promise.then(() => route.continue()), { times: 1 })
    // What is typed after a refusal is where it goes.
    await dialog.getByLabel('Receiver’s address').fill(` ${carol.toUpperCase().replace('0X', '0x')} `)
    const stood = await top()
    looked.resolve()
    await dialog.getByText('Here this address is known as Carol.').waitFor()
    // The answer does not move the button from under a finger.
    expect(await top()).toBe(stood)
    const before = await market.chain.getBalance({ address: eve })
    const block = await market.chain.getBlockNumber()
    await send.click()
    await reject(page, 'transaction')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    await send.click()
    const asked = await approve(page, 'transaction')
    for (const said of ['Give a work away', shortAddress(carol)]) expect(asked).toContain(said)
    await dialog.waitFor({ state: 'detached' })
    expect(await ownerOf(gift)).toBe(carol)
    const now = await market.chain.getBlockNumber()
    expect(before - (await market.chain.getBalance({ address: eve }))).toBe(await gasPaid(market, eve, block, now))
  })

  it('the sale pauses: nobody can buy it, and the page says whose it is', async () => {
    await page.getByText('Held by Carol').waitFor()
    await expect(market.api.order.get({ ...keyOf(gift), owner: eve, type: ORDER_TYPE.SALE, chainId: CHAIN })).rejects.toMatchObject({
      errno: 4101,
    })
    await expect.poll(() => menuOf(page)).toEqual(['Refresh metadata', 'Report this work'])
    // Minted, put on sale, transferred.
    await page.getByRole('tab', { name: /History\s*3/ }).click()
    await page.getByRole('tabpanel').getByText('Transferred').waitFor()
  })

  it('opens, is filled in and is left by the keyboard alone, which is back where it was', async () => {
    await page.goto(itemPath(ten))
    const more = page.locator('.stage-tools').getByRole('button', { name: 'More' })
    await more.focus()
    for (const key of ['Enter', 'Tab', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    const dialog = page.getByRole('dialog', { name: 'Ten in all' })
    await expect.poll(() => dialog.getByLabel('How many').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('burn')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await reject(page, 'transaction')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it('[BURN-02, BURN-03] burning asks how many, no more than are owned, and for the word', async () => {
    await choose(page, 'Burn')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('How many').fill('')
    await dialog.getByRole('button', { name: /^Burn/ }).click()
    await dialog.getByText('Enter how many').waitFor()
    await dialog.getByText('Type the word, so that nothing is burnt by accident').waitFor()
    await dialog.getByLabel('How many').fill('11')
    await dialog.getByText('That is more than there are').waitFor()
    await dialog.getByLabel('How many').fill('1')
    await dialog.getByText('Destroys 1 of the 10 you hold', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Burn 1' }).click()
    await dialog.getByText('Type the word, so that nothing is burnt by accident').waitFor()
    expect(await page.locator('demo-wallet').count()).toBe(0)
  })

  it('[BURN-04, BURN-05] burns one of ten, in one step', async () => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type “burn” to confirm').fill('burn')
    await dialog.getByRole('button', { name: 'Burn 1' }).click()
    expect(await sayYes(page, async () => (await dialog.count()) === 0)).toEqual(['transaction'])
    expect([await piecesOf(eve), await supply()]).toEqual([9n, 9n])
    await page.getByText('9 pieces').first().waitFor()
    await page.getByText('you hold 9').first().waitFor()
  })

  it('[XFER-04, XFER-05] of an edition gives three away: a missing number is told under the address, too many are refused', async () => {
    await choose(page, 'Transfer')
    const dialog = page.getByRole('dialog')
    const [to, many] = [dialog.getByLabel('Receiver’s address'), dialog.getByLabel('How many')]
    await to.fill(bob)
    await many.fill('')
    await dialog.getByRole('button', { name: /^Send/ }).click()
    await dialog.getByText('Enter how many').waitFor()
    const [told] = [await to.getAttribute('aria-describedby')]
    expect(await page.locator(`[id="${told?.split(' ')[0]}"]`).innerText()).toBe('Enter how many')
    expect(await many.getAttribute('aria-invalid')).toBe('true')
    await many.fill('10')
    await dialog.getByText('That is more than there are').waitFor()
    await many.fill('3')
    await dialog.getByRole('button', { name: 'Send 3' }).click()
    expect(await sayYes(page, async () => (await dialog.count()) === 0)).toEqual(['transaction'])
    expect([await piecesOf(eve), await piecesOf(bob)]).toEqual([6n, 3n])
  })

  it('one on its way is followed after a reload, with its receiver and number, and asked for no second time', async () => {
    await holdBlocks(market.rpcUrl)
    const dialog = page.getByRole('dialog')
    try {
      await choose(page, 'Transfer')
      await dialog.getByLabel('Receiver’s address').fill(carol)
      await dialog.getByLabel('How many').fill('2')
      await dialog.getByRole('button', { name: 'Send 2' }).click()
      await approve(page, 'transaction')
      await dialog.getByText('Sent. Waiting for its block.').waitFor()
      await page.reload()
      await choose(page, 'Transfer')
      await dialog.getByText('Sent. Waiting for its block.').waitFor()
      expect(await dialog.getByLabel('Receiver’s address').inputValue()).toBe(carol)
      expect(await dialog.getByLabel('How many').inputValue()).toBe('2')
      expect(await page.locator('demo-wallet').count()).toBe(0)
    } finally {
      await releaseBlocks(market.rpcUrl)
    }
    await dialog.waitFor({ state: 'detached' })
    expect([await piecesOf(eve), await piecesOf(carol)]).toEqual([4n, 2n])
  })

  it('[ITEM-44, ACC-18, BURN-01] from her own items, what has left meanwhile is not burnt', async () => {
    await page.goto('/items?tab=collectibles')
    const card = page.getByRole('article').filter({ hasText: 'To ashes' })
    await card.hover()
    await card.getByRole('button', { name: 'More for To ashes' }).click()
    expect(await card.locator('.menu-item').allInnerTexts()).toEqual(['Transfer', 'Burn'])
    await card.getByRole('button', { name: 'Burn' }).click()
    const dialog = page.getByRole('dialog', { name: 'To ashes' })
    await dialog.getByLabel('Type “burn” to confirm').fill('burn')
    await send(eve, carol)
    await dialog.getByRole('button', { name: 'Burn it' }).click()
    await dialog.getByText('You no longer hold as many as this takes. Nothing was sent.').waitFor()
    expect(await page.locator('demo-wallet').count()).toBe(0)
    expect(await ownerOf(ashes)).toBe(carol)
    await page.keyboard.press('Escape')
  })

  it('[BURN-04, BURN-05, ITEM-12, SHELL-76] burns a single one for good: its page says so; one that never was has none', async () => {
    const { page: carols } = visitor
    await signInAs(carols, 'Carol', itemPath(ashes))
    await choose(carols, 'Burn')
    const dialog = carols.getByRole('dialog')
    await dialog.getByText('Burning destroys it on the chain, for good.', { exact: false }).waitFor()
    await dialog.getByLabel('Type “burn” to confirm').fill('BURN')
    await dialog.getByRole('button', { name: 'Burn it' }).click()
    await approve(carols, 'transaction')
    await dialog.waitFor({ state: 'detached' })
    await carols.getByText('Gone for good', { exact: true }).waitFor()
    expect(await menuOf(carols)).toEqual(['Refresh metadata', 'Report this work'])
    await expect(ownerOf(ashes)).rejects.toThrow('ERC721NonexistentToken')
    await carols.goto(itemPath({ ...ashes, tokenId: 10n ** 30n }))
    await carols.getByRole('heading', { name: 'No such work' }).waitFor()
    await carols.getByRole('link', { name: 'To the market', exact: true }).click()
    await carols.waitForURL((url) => url.pathname === '/')
  })

  it('shows nobody a broken page on the way', () => {
    expect([...holder.complaints, ...visitor.complaints]).toEqual([])
  })

  const keyOf = ({ collection, tokenId }: Item) => ({ collection, tokenId })

  /** Opens the menu and tells what is in it; it stays open. */
  async function menuOf(on: Page): Promise<string[]> {
    const more = on.locator('.stage-tools').getByRole('button', { name: 'More' })
    if ((await more.getAttribute('aria-expanded')) !== 'true') await more.click()
    return on.locator('.stage-tools .menu-item').allInnerTexts()
  }

  async function choose(on: Page, name: string): Promise<void> {
    await menuOf(on)
    await on.locator('.stage-tools').getByRole('button', { name, exact: true }).click()
    await on.getByRole('dialog').waitFor()
  }

  async function send(from: Address, to: Address): Promise<void> {
    const call = { address: ashes.collection, abi: collection721Abi, functionName: 'safeTransferFrom' } as const
    await mined(person, await person.wallet.writeContract({ ...call, args: [from, to, ashes.tokenId] }))
    await untilRead(person, ashes, (item) => item?.onlyOwner === to)
  }

  async function ownerOf({ collection, tokenId }: Item): Promise<Address> {
    const call = { address: collection, abi: collection721Abi, functionName: 'ownerOf', args: [tokenId] } as const
    return toAddress(await market.chain.readContract(call))
  }

  const piecesOf = (account: Address) =>
    market.chain.readContract({ address: ten.collection, abi: collection1155Abi, functionName: 'balanceOf', args: [account, ten.tokenId] })
  const supply = () =>
    market.chain.readContract({ address: ten.collection, abi: collection1155Abi, functionName: 'totalSupply', args: [ten.tokenId] })
})
