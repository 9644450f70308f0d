/** @module-tag more */
import type { ItemRecord } from '@plinth/api'
import { mined } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, LOCAL_DEPLOYMENTS, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { collection721Abi, dollarTokenAbi } from '@plinth/protocol/abi'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { holdBlocks, releaseBlocks } from '../support/blocks.ts'
import { openBrowsers, type Visitor } from '../support/browser.ts'
import { closeBought, sayYes } from '../support/buying.ts'
import { actAs, demoMarket, itemPath } from '../support/demo-market.ts'
import { pictureOnFailure } from '../support/failure.ts'
import {
  askedFor,
  badgeOf,
  COVER,
  describeItem,
  expectShown,
  factsOn,
  fillPrice,
  MOVING,
  makeCollection,
  nameOf,
  PIECES,
  pressOf,
  priceOf,
  SONG,
  WAYS,
  type Way,
} from '../support/items-to-make.ts'
import { addressOf } from '../support/money.ts'
import { operate } from '../support/operate.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

/** Dan makes an edition of a song, with reloads in between; Bob sells two unminted items, and Dan's purchases mint them. */
describe('making items', () => {
  const market = demoMarket()
  const [maker, painter] = [addressOf('Dan'), addressOf('Bob')]
  let browsers: Awaited<ReturnType<typeof openBrowsers>>
  let dan: Visitor
  let bob: Visitor
  const unminted: { way: Way; item: ItemRecord }[] = []

  beforeAll(async () => {
    await addCategory()
    browsers = await openBrowsers(market.url)
    dan = await browsers.visit()
    bob = await browsers.visit()
    await signInAs(dan.page, 'Dan', '/create/erc1155')
    await signInAs(bob.page, 'Bob', '/create')
  })
  beforeEach(() => pictureOnFailure(dan, bob))
  afterAll(() => browsers?.close())

  const fileInput = (page: Page, at = 0) => page.locator('main input[type="file"]').nth(at)

  it('[MINT-04, F-132] a mint that is reloaded before its block or its signature asks for neither twice, and plays', async () => {
    const { page } = dan
    const uploads: string[] = []
    page.on('requestfinished', (request) => request.url().includes('/storage/') && uploads.push(request.url()))
    const made = async () => (await market.api.user.created({ address: maker, chainId: LOCAL_CHAIN_ID, page: 1, limit: 100 })).list
    const before = (await made()).length
    const press = 'Mint and sell for 0.15 ETH each'
    const step = (title: string) => page.getByRole('dialog').locator('.step', { hasText: title })
    await fileInput(page).setInputFiles(SONG)
    await fileInput(page, 1).setInputFiles(COVER)
    await page.getByLabel('Name', { exact: true }).fill('Nine bells')
    await page.getByLabel('Category').selectOption({ label: 'Modern' })
    await page.getByLabel('How many').fill('9')
    await page.getByLabel('Price of one').fill('0.15')
    await page.getByRole('button', { name: press }).click()
    await approve(page, 'transaction')
    await page.locator('demo-wallet dialog[data-kind="transaction"]').waitFor()
    await holdBlocks(market.rpcUrl)
    try {
      await approve(page, 'transaction')
      await step('Mint').getByText('Sent. Waiting for its block.').waitFor()
      await page.reload()
      await page.getByText('Your work is still here').waitFor()
      await page.getByRole('button', { name: press }).click()
      await step('Mint').getByText('Sent. Waiting for its block.').waitFor()
      expect(await page.locator('demo-wallet dialog').count()).toBe(0)
    } finally {
      await releaseBlocks(market.rpcUrl)
    }
    await reject(page, 'typedData')
    await step('Sign the listing')
      .getByText(/You declined/)
      .waitFor()
    await page.reload()
    await page.getByText('Your work is still here').waitFor()
    await page.getByRole('button', { name: press }).click()
    await approve(page, 'typedData')
    await page.waitForURL(/\/detail\//)
    await page.getByText('Here it is. Tell others about it.').waitFor()
    expect(uploads).toHaveLength(1)
    const all = await made()
    expect(all.length).toBe(before + 1)
    const bells = all.filter(({ collection }) => collection === LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID].official1155)
    expect(bells.filter(({ isOnSale, holdings }) => isOnSale && holdings[0]?.quantity === 9n)).toHaveLength(1)
    await page.getByRole('heading', { name: 'Nine bells' }).waitFor()
    expect(await shownItem(page)).toMatchObject({ mediaKind: 'audio', creator: { address: maker } })
    const sound = page.locator('audio').first()
    await sound.waitFor({ state: 'attached' })
    await expect.poll(() => sound.evaluate((player) => (player as HTMLAudioElement).duration)).toBeGreaterThan(1)
  })

  it.each(WAYS)(
    '[MINT-02, MINT-05, MINT-22, MINT-23, MINT-24, MINT-31, MINT-36, MINT-37, MINT-38] a $file of the $form form in the $home collection, sold unminted for $paid',
    async (way) => {
      const { page } = bob
      await page.goto(way.form === 'edition' ? '/create/erc1155' : '/create/erc721')
      await describeItem(page, way)
      const home = await chooseHome(page, way)
      await page.getByRole('switch', { name: /Mint it when it is sold/ }).click()
      await fillPrice(page, way)
      await page.locator('.create-side .card').getByText(nameOf(way)).waitFor()
      await page.getByRole('button', { name: pressOf(way), exact: true }).click()
      const { steps, asked } = askedFor(way, home)
      const titles = page.getByRole('dialog').locator('.step-title')
      await expect.poll(() => titles.evaluateAll((all) => all.map(({ firstChild }) => firstChild?.textContent))).toEqual(steps)
      expect(await sayYes(page, async () => page.url().includes('/detail/'))).toEqual(asked)
      await page.goto('/items?tab=sale')
      const card = page.locator('.card', { hasText: nameOf(way) })
      await card.waitFor()
      expect(await card.locator('.card-badge').textContent()).toBe(badgeOf(way))
      await page
        .getByRole('link', { name: nameOf(way) })
        .first()
        .click()
      await page.getByRole('heading', { name: nameOf(way), level: 1 }).waitFor()
      await page.locator('.price-big').getByText(priceOf(way), { exact: true }).waitFor()
      await expectShown(page, way.file)
      expect(await factsOn(page)).toMatchObject({
        Standard: way.form === 'edition' ? `ERC1155, ${PIECES.shown} pieces` : 'ERC721, one of one',
        Collection: home.name,
        Category: way.category.split(', ').at(-1),
        Royalty: `${way.royalty}.00%`,
      })
      const item = await shownItem(page)
      expect(item).toMatchObject({ creator: { address: painter }, isOnSale: true, holdings: [] })
      unminted.push({ way, item })
    },
  )

  it('[MINT-46] what is sold unminted is minted by its first buyer, who takes some of several', async () => {
    const { page } = dan
    const dollars = await actAs('Dan', market)
    const { dollar } = LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID]
    const mint = { address: dollar, abi: dollarTokenAbi, functionName: 'mint', args: [maker, 1_000_000_000n] } as const
    await mined(dollars, await dollars.wallet.writeContract(mint))
    expect(unminted).toHaveLength(2)
    for (const { way, item } of unminted) {
      const isEdition = way.form === 'edition'
      await page.goto(itemPath(item))
      await page.getByText('Minted by its first sale').waitFor()
      await page.locator('.price-block .acts').getByRole('button', { name: /^Buy/ }).click()
      if (isEdition) await page.getByRole('dialog').getByLabel('How many').fill('2')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: way.paid === 'PUSD' ? 'Pay 246.5125 PUSD' : isEdition ? 'Pay 0.5125 ETH' : 'Pay 0.76875 ETH' })
        .click()
      const asked = await sayYes(page, () => closeBought(page))
      expect(asked).toEqual(way.paid === 'ETH' ? ['transaction'] : ['transaction', 'transaction'])
      for (const said of isEdition ? [`2 of ${PIECES.shown} sold`, 'you hold 2'] : ['Held by you'])
        await page.getByText(said).first().waitFor()
      await page.getByText('Minted by its first sale').waitFor({ state: 'detached' })
      await expectShown(page, way.file)
      const { list } = await market.api.nft.owners(item)
      const quantityByOwner = Object.fromEntries(list.map(({ owner, quantity }) => [owner, quantity]))
      expect(quantityByOwner).toEqual(isEdition ? { [maker]: 2n, [painter]: 1_198n } : { [maker]: 1n })
      expect(await shownItem(page)).toMatchObject({ creator: { address: painter }, isOnSale: isEdition })
    }
  })

  it('a collection that changed hands takes items again once its owner lets the market sign for it', async () => {
    const { page } = bob
    const former = await actAs('Alice', market)
    const own = await market.api.user.listcontract({ address: former.address, chainId: LOCAL_CHAIN_ID })
    const found = own.find(({ isOfficial, isConfirmed, standard }) => !isOfficial && isConfirmed && standard === TOKEN_STANDARD.ERC721)
    if (!found) throw new Error('Alice has no collection')
    const [address, name] = [toAddress(found.address), found.name]
    const handOn = { address, abi: collection721Abi, functionName: 'transferOwnership', args: [painter] } as const
    await mined(former, await former.wallet.writeContract(handOn))
    await page.goto('/create/erc721')
    await page.locator('.pick-card', { hasText: name }).click()
    await fileInput(page).setInputFiles(MOVING)
    await page.getByLabel('Name', { exact: true }).fill('First of the next')
    await page.getByLabel('Category').selectOption({ label: 'Modern' })
    await page.getByRole('switch', { name: /List it/ }).click()
    await page.getByRole('button', { name: 'Mint it' }).click()
    await page.getByRole('dialog').getByText(`Let this market sign for ${name}`).waitFor()
    expect(await sayYes(page, async () => page.url().includes('/detail/'))).toEqual(['transaction', 'transaction'])
    await page.getByRole('heading', { name: 'First of the next', level: 1 }).waitFor()
    expect(await shownItem(page)).toMatchObject({ collection: address, onlyOwner: painter, creator: { address: painter } })
    expect([dan, bob].flatMap(({ complaints }) => complaints)).toEqual([])
  })

  /** Of the second level. */
  async function addCategory(): Promise<void> {
    const above = (await market.api.category.list({})).find(({ name }) => name === 'ancient')
    const words = ['--name', 'vessels', '--en', 'Vessels', '--zh', '器皿', '--why', 'asked for']
    await operate(market, 'categories', 'add', ...words, '--under', String(above?.id))
  }

  /** The maker whose items the new one is shown with. */
  async function chooseHome(page: Page, { home, form, file }: Way): Promise<{ name: string; isApproved: boolean }> {
    const isEdition = form === 'edition'
    const name = home === 'new' ? `For a ${file}` : isEdition ? 'Plinth Editions' : 'Plinth Works'
    if (home === 'new') await makeCollection(page, name)
    else await page.locator('.pick-card', { hasText: name }).click()
    const listed = await market.api.user.listcontract({ address: painter, chainId: LOCAL_CHAIN_ID })
    const { address } = listed.find((each) => each.name === name) ?? {}
    const args = [painter, LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID].transferProxy] as const
    const call = { address: toAddress(address ?? ''), abi: collection721Abi, functionName: 'isApprovedForAll', args } as const
    return { name, isApproved: await market.chain.readContract(call) }
  }

  async function shownItem(page: Page): Promise<ItemRecord> {
    const [, collection = '', tokenId = ''] = /\/detail\/(0x[0-9a-f]{40}):(\d+)/.exec(page.url()) ?? []
    const item = await market.api.nft.detail({ collection: toAddress(collection), tokenId: BigInt(tokenId), chainId: LOCAL_CHAIN_ID })
    if (!item) throw new Error('the market does not know it')
    return item
  }
})
