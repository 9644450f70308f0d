import { errorText } from '@plinth/api'
import { ACTION_TYPE, HISTORY_TYPE, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, EVE } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { pageOf } from '../../../test/fake/page-of.ts'
import { aBid, aHolding, anEvent, anItem, aSale, COIN, itemPath, NOW } from '../../../test/fake/records.ts'
import { findDialog, type Opened, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'
import { dialogCloses, expectActs, reads, wordsOf } from '../../../test/trade.ts'

const PRICE = { name: 'Price' } as const
/** Not one of the market's own, which are open to every maker. */
const OWN_COLLECTION = toAddress(`0x${'c5'.repeat(20)}`)

/** Alice holds an item that Bob made with 5 % royalty; on sale for 0.9 ETH where `isOnSale`. */
async function openItem(isOnSale = false, sellerFee = 250n): Promise<Opened> {
  const market = new FakeMarket()
  market.config.sellerFee = sellerFee
  const item = anItem({ creator: { address: BOB, nickname: 'Bob', avatar: '' }, royalties: [500] })
  market.hang(isOnSale ? { ...item, isOnSale, listings: [aSale(item, ALICE, { price: parseEther('0.9') })] } : item)
  return openPage(itemPath(item), { market, as: ALICE })
}

async function openSale(opened: Opened) {
  const { user, screen } = opened
  await user.click(await screen.findByRole('button', { name: 'Sell' }))
  await user.click(within(await findDialog()).getByRole('button', { name: /^Fixed price/ }))
  return within(await findDialog('Wheat field'))
}

describe('the sale dialog', () => {
  it('[SALE-19] refuses a zero price beside the field and asks nothing of wallet or server', async () => {
    const opened = await openItem()
    const dialog = await openSale(opened)
    await opened.user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await dialog.findByText('Enter a price above zero')
    expect(opened.market.inputsOf('order.prepare')).toEqual([])
    expect(opened.wallet.log).toEqual([])
  })

  it('[PORT-10] refuses a comma for a decimal point and says what may be meant', async () => {
    const opened = await openItem()
    const dialog = await openSale(opened)
    const price = dialog.getByRole<HTMLInputElement>('textbox', PRICE)
    await opened.user.type(price, '0,42')
    dialog.getByText('Did you mean 0.42?')
    await opened.user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    expect(opened.market.inputsOf('order.prepare')).toEqual([])
    await opened.user.clear(price)
    await opened.user.type(price, '0.42')
    expect(dialog.queryByText(/Did you mean/)).toBeNull()
  })

  it('[SALE-01, SALE-02, SALE-03, SALE-06, SALE-13] stays when pressed beside, and forgets what was typed and chosen when closed', async () => {
    const opened = await openItem()
    const { user } = opened
    let dialog = await openSale(opened)
    expect(dialog.queryByLabelText('How many')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await user.click(dialog.getByRole('radio', { name: '1 day' }))
    await user.type(dialog.getByRole('textbox', PRICE), '0.7')
    for (const beside of ['.scrim', '.dialog-frame']) await user.click(document.querySelector(beside) as Element)
    expect(dialog.getByRole<HTMLInputElement>('textbox', PRICE).value).toBe('0.7')
    await user.keyboard('{Escape}')
    dialog = await openSale(opened)
    expect(dialog.getByRole<HTMLInputElement>('textbox', PRICE).value).toBe('')
    expect(dialog.queryByText('Enter a price above zero')).toBeNull()
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: '30 days' }).checked).toBe(true)
  })

  it('[SALE-11, SALE-23, SALE-24, SALE-26, F-48] approves once, survives a refused signature and signs what was typed last', async () => {
    const opened = await openItem()
    const { market, user, wallet } = opened
    const dialog = await openSale(opened)
    await user.type(dialog.getByRole('textbox', PRICE), '0.8')
    await dialog.findByText('Buyer pays you')
    wallet.refusals.push(undefined, declined())
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    await user.clear(dialog.getByRole('textbox', PRICE))
    await user.type(dialog.getByRole('textbox', PRICE), '0.9')
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await expect.poll(() => market.inputsOf('order.add')).toMatchObject([{ maker: ALICE, buying: parseEther('0.9'), selling: 1n }])
    expect(wallet.log).toEqual(['dry setApprovalForAll', 'send setApprovalForAll', 'sign', 'sign'])
    await expect.poll(() => document.querySelector('.toast')?.textContent).toBe('On sale')
    await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull()
  })

  it('[SALE-20, SALE-25, SALE-29] refuses the price that stands, and takes a lower one under the same number', async () => {
    const { market, user, screen, wallet } = await openItem(true)
    wallet.isApproved = true
    await user.click(await screen.findByRole('button', { name: 'Edit the price' }))
    const dialog = within(await findDialog('Wheat field'))
    await user.type(dialog.getByRole('textbox', PRICE), '0.9')
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await dialog.findByText('That is the price now')
    expect(wallet.log).toEqual([])
    await user.clear(dialog.getByRole('textbox', PRICE))
    await user.type(dialog.getByRole('textbox', PRICE), '0.45')
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    const salt = market.items[0]?.listings[0]?.salt
    await expect.poll(() => market.inputsOf('order.add')).toMatchObject([{ buying: parseEther('0.45'), salt }])
  })

  it('[F-73] takes a higher price in two steps of the same dialog: it cancels, then signs a new listing', async () => {
    const { market, user, screen, wallet } = await openItem(true)
    wallet.isApproved = true
    const [item] = market.items
    if (!item) throw new Error('no work')
    const [listing] = item.listings
    const { collection, tokenId } = item
    wallet.onMined = () =>
      market.change(item, { listings: [], isOnSale: false, holdings: [aHolding({ collection, tokenId, owner: ALICE })] })
    await user.click(await screen.findByRole('button', { name: 'Edit the price' }))
    const dialog = within(await findDialog('Wheat field'))
    await user.type(dialog.getByRole('textbox', PRICE), '1.5')
    const steps = () => [...document.querySelectorAll('[role=dialog] .step')].map(wordsOf)
    await expect.poll(steps).toHaveLength(3)
    await dialog.findByText(/^A higher price takes two steps/)
    // The new listing is refused once: what ended stays ended, and only the signature is asked again.
    wallet.refusals.push(undefined, declined())
    await user.click(dialog.getByRole('button', { name: 'Cancel and list again' }))
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    await user.clear(dialog.getByRole('textbox', PRICE))
    await user.type(dialog.getByRole('textbox', PRICE), '1.6')
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await expect.poll(() => market.inputsOf('order.add')).toMatchObject([{ buying: parseEther('1.6'), selling: 1n }])
    expect(market.inputsOf('order.add')[0]?.salt).not.toBe(listing?.salt)
    expect(market.inputsOf('order.prepare').at(-1)).toMatchObject({ type: ACTION_TYPE.SALE, validUntil: listing?.validUntil })
    expect(wallet.sent).toMatchObject([{ functionName: 'cancel', args: [{ owner: ALICE, salt: listing?.salt }] }])
    expect(wallet.log).toEqual(['dry cancel', 'send cancel', 'sign', 'sign'])
    await dialogCloses()
  })

  it('[PORT-05] lists for longer at the same price: it cancels, then signs until the chosen day', async () => {
    const market = new FakeMarket()
    market.config.sellerFee = 250n
    const bare = anItem({ creator: { address: BOB, nickname: 'Bob', avatar: '' } })
    const order = aSale(bare, ALICE, { price: parseEther('0.9'), validUntil: NOW + 3_600 })
    const item = market.hang({ ...bare, isOnSale: true, listings: [order] })
    const { collection, tokenId } = item
    const row = { name: 'Wheat field', image: '', collectionName: 'Plinth Works', order, warnings: ['endsSoon' as const] }
    market.answer('portfolio.listings', (at) => pageOf([row], at))
    const { user, screen, wallet } = await openPage('/items?tab=listings', { market, as: ALICE })
    wallet.isApproved = true
    wallet.onMined = () =>
      market.change(item, { listings: [], isOnSale: false, holdings: [aHolding({ collection, tokenId, owner: ALICE })] })
    await user.click(await screen.findByRole('button', { name: 'List Wheat field for longer' }))
    const dialog = within(await findDialog('Wheat field'))
    expect(dialog.getByRole<HTMLInputElement>('textbox', PRICE).value).toBe('0.9')
    await dialog.findByText(/^It is cancelled on chain first/)
    await user.click(dialog.getByRole('radio', { name: '7 days' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel and list for longer' }))
    await expect.poll(() => market.inputsOf('order.add')).toMatchObject([{ buying: parseEther('0.9'), selling: 1n }])
    const [prepared] = market.inputsOf('order.prepare')
    expect(prepared?.type).toBe(ACTION_TYPE.SALE)
    expect((prepared?.validUntil ?? 0) - NOW).toBeGreaterThan(6 * 86_400)
    expect(market.inputsOf('order.add')[0]?.salt).not.toBe(order.salt)
    expect(wallet.log).toEqual(['dry cancel', 'send cancel', 'sign'])
    await dialogCloses()
  })

  it('[F-73] raises no price of what was bought in the meantime', async () => {
    const { market, user, screen, wallet } = await openItem(true)
    wallet.isApproved = true
    await user.click(await screen.findByRole('button', { name: 'Edit the price' }))
    const dialog = within(await findDialog('Wheat field'))
    await user.type(dialog.getByRole('textbox', PRICE), '1.5')
    const [item] = market.items
    if (!item) throw new Error('no work')
    market.change(item, { listings: [], isOnSale: false })
    await user.click(dialog.getByRole('button', { name: 'Cancel and list again' }))
    await dialog.findByText(errorText('ORDER_NOT_FOUND', 'en'))
    expect(wallet.log).toEqual([])
    expect(market.inputsOf('order.prepare')).toEqual([])
  })

  it('[F-73] lists again what is left of an edition, also when only the signature is asked again', async () => {
    const market = new FakeMarket()
    const item = anItem({ standard: TOKEN_STANDARD.ERC1155, supply: 5n })
    const { collection, tokenId } = item
    const holding = aHolding({ collection, tokenId, owner: ALICE, quantity: 5n })
    const listing = { ...aSale(item, ALICE, { price: parseEther('0.9') }), selling: 5n, buying: parseEther('4.5') }
    const hung = market.hang({ ...item, isOnSale: true, holdings: [holding], listings: [listing] })
    const { user, screen, wallet } = await openPage(itemPath(item), { market, as: ALICE })
    wallet.isApproved = true
    wallet.onMined = () => market.change(hung, { listings: [], isOnSale: false })
    await user.click(await screen.findByRole('button', { name: 'Edit the price' }))
    const dialog = within(await findDialog('Wheat field'))
    await user.type(dialog.getByRole('textbox', { name: 'Price of one' }), '1.5')
    market.change(hung, { listings: [{ ...listing, filled: 2n }] })
    wallet.refusals.push(undefined, declined())
    await user.click(dialog.getByRole('button', { name: 'Cancel and list again' }))
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    expect(wordsOf(document.querySelector('[role=dialog] .sums'))).toContain('Buyers pay you, 3 × 1.50 ETH')
    await user.clear(dialog.getByRole('textbox', { name: 'Price of one' }))
    await user.type(dialog.getByRole('textbox', { name: 'Price of one' }), '0.5')
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await expect.poll(() => market.inputsOf('order.add')).toMatchObject([{ selling: 3n, buying: parseEther('1.5') }])
    expect(market.inputsOf('order.add')[0]?.salt).not.toBe(listing.salt)
    expect(wallet.log).toEqual(['dry cancel', 'send cancel', 'sign', 'sign'])
    await dialogCloses()
  })

  it('[F-73, F-124] shows last sale, floor and top offer beside the price, which takes each', async () => {
    const market = new FakeMarket()
    const item = anItem({ collection: OWN_COLLECTION })
    market.hang({ ...item, bids: [aBid(item, BOB, { price: parseEther('0.3') })] })
    const content = { maker: BOB, sellToken: '', buyToken: '', sellValue: 1n, buyValue: 1n, filled: 1n, quantity: 1n }
    const money = { payTokenSymbol: COIN.symbol, payTokenDecimals: COIN.decimals, payTokenAddress: COIN.address, unitPrice: '0.42' }
    market.answer('nft.history', () => [anEvent(item, { type: HISTORY_TYPE.BUY, content: { ...content, ...money }, payToken: COIN })])
    market.answer('contract.floor', () => [{ payToken: COIN.address, unitPrice: parseEther('0.5') }])
    const opened = await openPage(itemPath(item), { market, as: ALICE })
    const dialog = await openSale(opened)
    const marks = () => [...document.querySelectorAll('[role=dialog] .price-marks > div')].map(wordsOf)
    await expect.poll(marks).toEqual(['Last sale0.42 ETH', 'Collection floor0.50 ETH−1%', 'Top offer0.30 WETH+5%'])
    const price = () => dialog.getByRole<HTMLInputElement>('textbox', PRICE).value
    await opened.user.click(dialog.getByRole('button', { name: '0.50 ETH' }))
    expect(price()).toBe('0.5')
    await opened.user.click(dialog.getByRole('button', { name: 'Collection floor −1%' }))
    expect(price()).toBe('0.495')
  })

  it('[F-64] says fees and royalty alike on the page and in its dialog', async () => {
    const { user, screen } = await openItem(true)
    await screen.findByText('Service 2.50% · Royalty 5.00%')
    await user.click(await screen.findByRole('button', { name: 'Edit the price' }))
    const dialog = within(await findDialog('Wheat field'))
    await dialog.findByText('Service fee, 2.50%')
    await dialog.findByText('Royalty to Bob, 5.00%')
  })

  it('[SALE-28] shows the seller fee as percent with two decimals, not the buyer fee', async () => {
    const opened = await openItem(false, 75n)
    const dialog = await openSale(opened)
    await opened.user.type(dialog.getByRole('textbox', PRICE), '0.8')
    await expect.poll(() => wordsOf(document.querySelector('[role=dialog] .sums'))).toContain('Service fee, 0.75%− 0.006 ETH')
  })

  it('[F-44, SALE-04, SALE-05] has form, sums, steps and one button in one view, and stands still while its signature is awaited', async () => {
    const opened = await openItem()
    const { user, wallet } = opened
    const dialog = await openSale(opened)
    await user.type(dialog.getByRole('textbox', PRICE), '0.8')
    const shown = await findDialog('Wheat field')
    await expect
      .poll(() => [...shown.querySelectorAll('.sums > div')].map(wordsOf))
      .toEqual(['Buyer pays you0.80 ETH', 'Service fee, 2.50%− 0.02 ETH', 'Royalty to Bob, 5.00%− 0.04 ETH', 'You receive0.74 ETH'])
    expect(shown.querySelectorAll('.step')).toHaveLength(2)
    expect([...shown.querySelectorAll('.dialog-foot button')].map(wordsOf)).toEqual(['Sign the listing'])
    await dialog.findByText(
      /^Anybody can buy it until \d+ \w+( \d{4})? at \d\d:\d\d\. You can lower the price for free, or cancel the listing/,
    )
    const { promise, resolve } = Promise.withResolvers<void>()
    const sign = wallet.wallet.signTypedData
    wallet.wallet.signTypedData = async (...asked) => promise.then(() => sign(...asked))
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    const busy = await dialog.findByRole('button', { name: /^Listing for 0\.8/ })
    expect(dialog.getByRole('textbox', PRICE).closest('fieldset')?.disabled).toBe(true)
    expect(busy.getAttribute('aria-disabled')).toBe('true')
    resolve()
    await dialogCloses()
  })

  it('[ITEM-24, ITEM-28, ITEM-36, ITEM-44, SALE-18] is offered to a holder who does not sell; others can bid', async () => {
    const { market, screen } = await openItem()
    await expectActs('Sell')
    const [item] = market.items
    if (!item) throw new Error('no work')
    await openPage(itemPath(item), { market, as: EVE })
    await reads(screen, 'Its holder does not sell it at the moment.')
    await expectActs('Bid')
  })

  it('[ITEM-10, ITEM-25, ITEM-28, ITEM-34, ITEM-45, ITEM-52] lets the seller edit or cancel, and others buy, by button and by row', async () => {
    const { market, screen, user } = await openItem(true)
    const rowActs = async () => {
      await user.click(await screen.findByRole('tab', { name: /Owners/ }))
      return within(screen.getByRole('tabpanel'))
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    }
    await expectActs('Edit the price', 'Cancel the listing')
    expect(await rowActs()).toEqual(['Cancel the listing'])
    const [item] = market.items
    if (!item) throw new Error('no work')
    await openPage(itemPath(item), { market, as: EVE })
    await reads(screen, '0.90 ETH')
    await expectActs(/^Buy for 0\.9225 ETH$/, 'Bid')
    expect(await rowActs()).toEqual(['Buy'])
  })

  it('[SALE-23, SALE-24] has nothing to approve the second time', async () => {
    const opened = await openItem()
    const { user, market, wallet } = opened
    wallet.isApproved = true
    const dialog = await openSale(opened)
    await reads(dialog, 'Done before')
    await user.type(dialog.getByRole('textbox', PRICE), '1.2')
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await dialogCloses()
    expect(wallet.log).toEqual(['sign'])
    expect(market.inputsOf('order.add')).toMatchObject([{ buying: parseEther('1.2') }])
  })

  it('[TX-11, SALE-08] says why the listing is not prepared under the step and beside it, and signs once pressed again', async () => {
    const opened = await openItem()
    const { user, market, wallet } = opened
    wallet.isApproved = true
    const dialog = await openSale(opened)
    await user.type(dialog.getByRole('textbox', PRICE), '1')
    market.isAway = true
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await expect.poll(() => wordsOf(document.querySelector('.toast.bad'))).not.toBe('')
    const said = wordsOf(document.querySelector('.toast.bad .toast-text') ?? document.querySelector('.toast.bad'))
    const shown = await findDialog('Wheat field')
    expect(said).toContain(wordsOf(shown.querySelector('.step-error')))
    expect(wallet.log).toEqual([])
    market.isAway = false
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await reads(dialog, 'You declined in the wallet. Nothing was sent.')
    expect(wallet.log).toEqual(['sign'])
  })
})

describe('the dialog that takes an item off sale', () => {
  it('[SALE-15, SALE-30, SALE-31, SALE-32, SALE-33, ITEM-45, ERR-15] is declined once, then ends the sale on the chain', async () => {
    const { market, user, screen, wallet } = await openItem(true)
    const [item] = market.items
    if (!item) throw new Error('no work')
    await user.click(await screen.findByRole('button', { name: 'Cancel the listing' }))
    const dialog = within(await findDialog('Wheat field'))
    await reads(dialog, 'Cancel the listing? The work stays in your wallet.')
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Cancel the listing' }))
    await reads(dialog, 'You declined in the wallet. Nothing was sent.')
    expect(wallet.sent).toEqual([])
    const { collection, tokenId } = item
    wallet.onMined = () =>
      market.change(item, { listings: [], isOnSale: false, holdings: [aHolding({ collection, tokenId, owner: ALICE })] })
    await user.click(dialog.getByRole('button', { name: 'Cancel the listing' }))
    await reads(screen, 'Cancel success')
    expect(wallet.sent).toMatchObject([{ functionName: 'cancel', args: [{ owner: ALICE, salt: item.listings[0]?.salt }] }])
    await expectActs('Sell')
  })
})
