import type { Collection } from '@plinth/api'
import { LOCAL_CHAIN_ID, TOKEN_STANDARD } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket } from '../support/demo-market.ts'
import { expectForEverybody } from '../support/dialog-access.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { paintPng } from '../support/picture.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

const BANNER = { name: 'wide.png', mimeType: 'image/png', buffer: paintPng(77) }

/** Alice writes what one of her collections says of itself, where every market can read it. */
describe('what a collection says of itself', () => {
  const market = demoMarket()
  let alice: Visitor
  let bob: Visitor
  let collection: Collection
  let path = ''

  beforeAll(async () => {
    alice = await openBrowser(market.url)
    bob = await openBrowser(market.url, { locale: 'zh-CN', viewport: PHONE })
    const own = await market.api.user.listcontract({ address: addressOf('Alice'), chainId: LOCAL_CHAIN_ID })
    const found = own.find(({ isOfficial, isConfirmed, standard }) => !isOfficial && isConfirmed && standard === TOKEN_STANDARD.ERC721)
    if (!found) throw new Error('Alice has no collection')
    collection = found
    path = `/collection/${found.address}?chain=${LOCAL_CHAIN_ID}`
    await signInAs(alice.page, 'Alice', path)
  })
  beforeEach(() => pictureOnFailure(alice, bob))
  afterAll(async () => {
    await Promise.all([alice, bob].map((visitor) => visitor?.close()))
  })

  const openEditing = async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: 'Edit the collection' }).click()
    return page.getByRole('dialog')
  }

  it('only its owner can edit it', async () => {
    await bob.page.goto(path)
    await bob.page.getByRole('heading', { name: collection.name }).waitFor()
    await bob.page.getByText(collection.description).waitFor()
    expect(await bob.page.getByRole('button', { name: /Edit the collection|编辑合集/ }).count()).toBe(0)
    await alice.page.getByRole('button', { name: 'Edit the collection' }).waitFor()
  })

  it('an address that is none is told beside its field, and a no in the wallet loses nothing', async () => {
    const { page } = alice
    const dialog = await openEditing(page)
    await dialog.getByLabel('Introduction').fill('Walks, in thick strokes.')
    await dialog.getByLabel('Website').fill('fieldnotes')
    await dialog.getByRole('button', { name: 'Publish it' }).click()
    await dialog.getByText('please enter an address that begins with https://').waitFor()
    await dialog.getByLabel('Website').fill('https://fieldnotes.example/walks')
    await dialog.getByRole('group', { name: 'Banner' }).locator('input[type="file"]').setInputFiles(BANNER)
    await dialog.getByRole('button', { name: 'Publish it' }).click()
    await reject(page, 'transaction')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    expect(await dialog.getByLabel('Introduction').inputValue()).toBe('Walks, in thick strokes.')
    expect(await market.api.contract.info({ collection: addressIn(collection), chainId: LOCAL_CHAIN_ID })).toMatchObject({
      description: collection.description,
      metadataUrl: '',
    })
  })

  it('what is published stands in the contract (ERC-7572), and on the page that somebody else has open', async () => {
    const { page } = alice
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Introduction').fill('Walks, in very thick strokes.')
    await dialog.locator('.dialog-foot .button.primary').click()
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

  it('a banner that was put up can be taken away', async () => {
    const { page } = alice
    await page.reload()
    const dialog = await openEditing(page)
    await dialog.getByRole('group', { name: 'Banner' }).getByText('Shown now').waitFor()
    await dialog.getByRole('switch', { name: 'No banner' }).click()
    await dialog.getByRole('button', { name: 'Publish it' }).click()
    await approve(page, 'transaction')
    await dialog.getByText('Everybody can read it now').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.collection-banner img.blurred').waitFor()
    expect(await page.locator('.collection-banner img:not(.blurred)').count()).toBe(0)
  })

  it('its dialog is for everybody: axe, by keyboard, on a phone, in Chinese', async () => {
    const words = { en: 'Edit the collection', zh: '编辑合集' }
    await expectForEverybody(alice.page, (language) => alice.page.getByRole('button', { name: words[language] }), { asksWallet: true })
  })
})

function addressIn({ address }: Collection) {
  if (address === '') throw new Error('The collection is not on the chain')
  return address
}
