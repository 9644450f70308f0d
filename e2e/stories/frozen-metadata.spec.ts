import type { Collection } from '@plinth/api'
import { type Address, LOCAL_CHAIN_ID, TOKEN_STANDARD } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, PHONE, type Visitor } from '../support/browser.ts'
import { demoMarket, itemPath } from '../support/demo-market.ts'
import { expectForEverybody } from '../support/dialog-access.ts'
import { pictureOnFailure } from '../support/failure.ts'
import { addressOf } from '../support/money.ts'
import { approve, reject, signInAs } from '../support/wallet.ts'

/** Alice gives up the right to change what the works of her collection say of themselves. */
describe('metadata that its owner freezes', () => {
  const market = demoMarket()
  let alice: Visitor
  let bob: Visitor
  let address: Address
  let path = ''
  let work = ''

  beforeAll(async () => {
    alice = await openBrowser(market.url)
    bob = await openBrowser(market.url, { viewport: PHONE })
    const own = await market.api.user.listcontract({ address: addressOf('Alice'), chainId: LOCAL_CHAIN_ID })
    address = addressIn(
      own.find(({ isOfficial, isConfirmed, standard }) => !isOfficial && isConfirmed && standard === TOKEN_STANDARD.ERC721),
    )
    path = `/collection/${address}?chain=${LOCAL_CHAIN_ID}`
    const { list } = await market.api.contract.listitems({ collection: address, chainId: LOCAL_CHAIN_ID, page: 1, limit: 1 })
    if (!list[0]) throw new Error('The collection is empty')
    work = itemPath(list[0])
    await signInAs(alice.page, 'Alice', path)
  })
  beforeEach(() => pictureOnFailure(alice, bob))
  afterAll(async () => {
    await Promise.all([alice, bob].map((visitor) => visitor?.close()))
  })

  it('[F-14] collection and work say that their owner can change it, and only the owner can freeze it', async () => {
    await bob.page.goto(path)
    await bob.page.getByText('Metadata: can be changed by the collection’s owner').waitFor()
    expect(await bob.page.getByRole('button', { name: 'Freeze the metadata' }).count()).toBe(0)
    await alice.page.getByText('Metadata: can be changed by the collection’s owner').waitFor()
    await alice.page.getByRole('button', { name: 'Freeze the metadata' }).waitFor()
    await bob.page.goto(work)
    await bob.page.getByText('can be changed by the collection’s owner').waitFor()
  })

  it('[F-14] the dialog is for everybody: axe, by keyboard, on a phone, in Chinese', async () => {
    const words = { en: 'Freeze the metadata', zh: '固定元数据' }
    await expectForEverybody(alice.page, (language) => alice.page.getByRole('button', { name: words[language] }), { asksWallet: true })
  })

  it('[F-14] a no in the wallet freezes nothing', async () => {
    const { page } = alice
    await page.goto(path)
    await page.getByRole('button', { name: 'Freeze the metadata' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This cannot be undone, by you or by any later owner.').waitFor()
    await dialog.getByRole('button', { name: 'Freeze for good' }).click()
    await reject(page, 'transaction')
    await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    expect(await isFrozen()).toBe(false)
  })

  it('[F-14] a yes freezes it in the contract, on the open pages of others, and ends the act', async () => {
    const { page } = alice
    const dialog = page.getByRole('dialog')
    await bob.page.goto(path)
    await bob.page.getByText('Metadata: can be changed by the collection’s owner').waitFor()
    await dialog.locator('.dialog-foot .button.primary').click()
    await approve(page, 'transaction')
    await dialog.getByText('The metadata is frozen').first().waitFor()
    expect(await isFrozen()).toBe(true)
    await bob.page.getByText('Metadata: frozen').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Metadata: frozen').waitFor()
    expect(await page.getByRole('button', { name: 'Freeze the metadata' }).count()).toBe(0)
    await bob.page.goto(work)
    await bob.page.locator('.provenance').getByText('frozen').waitFor()
  })

  const isFrozen = () => market.chain.readContract({ address, abi: collection721Abi, functionName: 'isTokenURIPrefixFrozen' })
})

function addressIn(collection: Collection | undefined): Address {
  if (!collection?.address) throw new Error('Alice has no collection on the chain')
  return collection.address
}
