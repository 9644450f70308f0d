import type { ItemRecord } from '@plinth/api'
import { packSalt, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther, parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, EVE, PROXY, WRAPPED } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aBid, aHolding, anItem, aSale, type ItemOf, itemPath, NOW, PUSD } from '../../../test/fake/records.ts'
import { keepOrders } from '../../../test/fake/stored-orders.ts'
import { findDialog, type Opened, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'
import { dialogCloses, reads, wordsOf } from '../../../test/trade.ts'

const OWN_COLLECTION = toAddress(`0x${'c5'.repeat(20)}`)
const BID = { name: 'Your bid' } as const
const SIGN = { name: 'Sign the bid' } as const
const dollars = (text: string) => parseUnits(text, 6)
const ownSalt = (sequence: bigint) => packSalt({ sequence, validUntil: NOW + 86_400, validFrom: 0, maxBuyerFeeBps: 250 })

type Funds = { tokens: bigint; coin?: bigint; allowance?: bigint }

/** Alice looks at an item that Bob sells; she has so much of any token. */
async function openItem({ tokens, ...funds }: Funds, over: ItemOf = {}, others: ItemRecord[] = [], buyerFee = 250n): Promise<Opened> {
  const market = new FakeMarket()
  market.config.buyerFee = buyerFee
  const item = anItem({ owner721: BOB, ...over })
  market.hang({ ...item, listings: over.listings ?? [aSale(item, BOB)], isOnSale: true }, ...others)
  keepOrders(market)
  const opened = await openPage(itemPath(item), { market, as: ALICE })
  Object.assign(opened.wallet, { tokens, ...funds })
  return opened
}

async function openDialog({ user, screen }: Opened, act = 'Bid') {
  await user.click(await screen.findByRole('button', { name: act }))
  return within(await findDialog('Wheat field'))
}
type Dialog = Awaited<ReturnType<typeof openDialog>>

async function fill({ user }: Opened, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field)
  if (text !== '') await user.type(field, text)
}

const offer = (opened: Opened, dialog: Dialog, price: string, name: string = BID.name) => fill(opened, dialog.getByLabelText(name), price)
const sign = ({ user }: Opened, dialog: Dialog) => user.click(dialog.getByRole('button', SIGN))

/** Ten pieces: three are Alice's, the rest are Bob's and on sale for dollars. */
const edition = (over: ItemOf = {}): ItemOf => {
  const of = { collection: anItem({ standard: TOKEN_STANDARD.ERC1155 }).collection, tokenId: 7n }
  const holdings = [aHolding({ ...of, owner: ALICE, quantity: 3n }), aHolding({ ...of, owner: BOB, quantity: 7n })]
  const sale = aSale({ ...of, standard: TOKEN_STANDARD.ERC1155 }, BOB, { selling: 7n, payToken: PUSD, buying: dollars('16.8') })
  return { standard: TOKEN_STANDARD.ERC1155, supply: 10n, holdings, listings: [sale], onlyOwner: '', ...over }
}

describe('the dialog of a bid', () => {
  it('[F-124] shows floor and top offer beside the price, and takes five percent over the top one by one press', async () => {
    const item = anItem({ collection: OWN_COLLECTION, owner721: BOB })
    const opened = await openItem({ tokens: parseEther('10') }, { ...item, bids: [aBid(item, EVE, { price: parseEther('0.3') })] })
    opened.market.answer('contract.floor', () => [{ payToken: WRAPPED, unitPrice: parseEther('0.5') }])
    const dialog = await openDialog(opened)
    const marks = () => [...document.querySelectorAll('[role=dialog] .price-marks > div')].map(wordsOf)
    await expect.poll(marks).toEqual(['Collection floor0.50 WETH−1%', 'Top offer0.30 WETH+5%'])
    await opened.user.click(dialog.getByRole('button', { name: 'Top offer +5%' }))
    expect(dialog.getByLabelText<HTMLInputElement>(BID.name).value).toBe('0.315')
  })

  it('[BID-02, BID-07, BID-12, BID-13] takes tokens only, asks for a price, and names all that may leave with the fee on top', async () => {
    const opened = await openItem({ tokens: parseEther('10') })
    const dialog = await openDialog(opened)
    expect(within(dialog.getByLabelText('Bid in')).getAllByRole('option').map(wordsOf)).toEqual(['WETH', 'PUSD'])
    await sign(opened, dialog)
    await dialog.findByText('Enter a price above zero')
    await offer(opened, dialog, '0.2')
    await dialog.findByText('Service fee, 2.50%')
    await dialog.findByText('+ 0.005 WETH')
    const terms = within(dialog.getByRole('list', { name: 'What this bid means' })).getAllByRole('listitem')
    expect(terms.map(wordsOf)).toEqual([
      'Nothing leaves you now. The WETH stay in your wallet until the bid is accepted, and then no more than 0.205 WETH is taken.',
      expect.stringMatching(/^Whoever holds the work can accept it, until \d+ \w+( \d{4})? at \d\d:\d\d\.$/),
      'Raising it costs nothing. Cancelling it takes a transaction on the chain, for a network fee.',
    ])
    const shown = await findDialog('Wheat field')
    expect(wordsOf(shown.querySelector('.sum .total'))).toContain('0.205 WETH')
    expect(wordsOf(shown.querySelector('.swap'))).toContain('0.205 WETH')
    expect(opened.wallet.log).toEqual([])
  })

  it('[BID-12] adds the buyer fee on top, not the seller fee', async () => {
    const opened = await openItem({ tokens: parseEther('10') }, {}, [], 75n)
    const dialog = await openDialog(opened)
    await offer(opened, dialog, '0.2')
    await dialog.findByText('Service fee, 0.75%')
    await dialog.findByText('+ 0.0015 WETH')
  })

  it('[BID-08, BID-09, BID-11, SALE-08, ERR-15, SHELL-76] allows exactly that and signs after a refusal what is typed then', async () => {
    const opened = await openItem({ tokens: parseEther('10') })
    const { market, wallet } = opened
    const dialog = await openDialog(opened)
    await offer(opened, dialog, '0.1')
    await reads(dialog, 'Allow 0.1025 WETH')
    wallet.refusals.push(undefined, declined())
    await sign(opened, dialog)
    await reads(dialog, 'You declined in the wallet. Nothing was sent.')
    expect(market.inputsOf('order.add')).toEqual([])
    await offer(opened, dialog, '0.2')
    await reads(dialog, 'Allow 0.205 WETH')
    await sign(opened, dialog)
    await dialogCloses()
    await reads(opened.screen, 'Your bid stands')
    expect(wallet.sent.map(({ functionName, args }) => [functionName, ...args])).toEqual([
      ['approve', PROXY, parseEther('0.1025')],
      ['approve', PROXY, parseEther('0.205')],
    ])
    expect(wallet.log.filter((asked) => asked === 'sign')).toHaveLength(2)
    expect(wallet.tokens).toBe(parseEther('10'))
    expect(market.inputsOf('order.add')).toMatchObject([{ selling: parseEther('0.2'), buying: 1n, sellToken: WRAPPED, maker: ALICE }])
  })

  it('[F-74] shows price, sums, steps and button at once, and what the bid means when asked', async () => {
    const opened = await openItem({ tokens: parseEther('10') })
    const dialog = await openDialog(opened)
    await offer(opened, dialog, '0.4')
    const shown = await findDialog('Wheat field')
    const terms = shown.querySelector('details')
    expect([terms?.open, terms?.querySelector('summary')?.textContent]).toEqual([false, 'What this bid means'])
    for (const part of ['.sums', '.steps', '.flow-act button']) expect(shown.querySelector(part)?.closest('details'), part).toBeNull()
    const seen = shown.cloneNode(true) as HTMLElement
    for (const folded of seen.querySelectorAll('details:not([open]) > :not(summary)')) folded.remove()
    expect(wordsOf(seen).split(' ').length).toBeLessThan(110)
    await opened.user.click(terms?.querySelector('summary') as HTMLElement)
    await reads(dialog, 'Whoever holds the work can accept it')
  })

  it('[F-64] names the least that can be bid, in the chosen token', async () => {
    const opened = await openItem({ tokens: dollars('10') })
    const dialog = await openDialog(opened)
    await opened.user.selectOptions(dialog.getByLabelText('Bid in'), 'PUSD')
    for (const price of ['0.000001', '0.0000001']) {
      await offer(opened, dialog, price)
      await sign(opened, dialog)
      await dialog.findByText('Bid at least 0.000002 PUSD')
    }
    expect(opened.market.inputsOf('order.prepare')).toEqual([])
  })

  it('[F-64, BID-03, BID-10] raises under the same number, and only upwards', async () => {
    const item = anItem({ owner721: BOB })
    const salt = ownSalt(5n)
    const own = aBid(item, ALICE, { price: parseEther('0.2'), salt })
    const opened = await openItem({ tokens: parseEther('10'), allowance: parseEther('0.205') }, { bids: [own] })
    const { market, wallet } = opened
    const dialog = await openDialog(opened, 'Edit bid')
    await reads(dialog, 'It takes the place of your bid of 0.20 WETH. Both have one number, so you never buy twice.')
    for (const price of ['0.2', '0.1']) {
      await offer(opened, dialog, price)
      await sign(opened, dialog)
      await dialog.findByText('Bid more than 0.20 WETH')
    }
    expect([wallet.log, market.inputsOf('order.prepare')]).toEqual([[], []])
    await offer(opened, dialog, '0.3')
    await reads(dialog, 'Allow 0.3075 WETH')
    await sign(opened, dialog)
    await dialogCloses()
    expect(wallet.log.filter((asked) => asked.startsWith('s'))).toEqual(['send approve', 'sign'])
    expect(wallet.allowance).toBe(parseEther('0.3075'))
    expect(market.inputsOf('order.add')).toMatchObject([{ selling: parseEther('0.3'), salt }])
  })

  it('[TX-37] asks for all open bids in the token together, and for no more', async () => {
    const other = anItem({ tokenId: 8n, owner721: EVE, name: 'Barley' })
    const bidden = { ...other, bids: [aBid(other, ALICE, { payToken: PUSD, price: dollars('10'), salt: ownSalt(6n) })] }
    const opened = await openItem({ tokens: dollars('1000'), allowance: dollars('10.25') }, {}, [bidden])
    const { user, wallet } = opened
    const dialog = await openDialog(opened)
    await user.selectOptions(dialog.getByLabelText('Bid in'), 'PUSD')
    await offer(opened, dialog, '20')
    await reads(dialog, 'Allow 30.75 PUSD')
    await sign(opened, dialog)
    await dialogCloses()
    expect(wallet.log.filter((asked) => asked.startsWith('s'))).toEqual(['send approve', 'sign'])
    expect(wallet.allowance).toBe(dollars('30.75'))
  })

  it('[BID-04, BID-05, ITEM-31] of an edition takes no more than others hold, from a holder too', async () => {
    const opened = await openItem({ tokens: dollars('1000') }, edition())
    const { market, user, screen } = opened
    const dialog = await openDialog(opened)
    await reads(dialog, 'Others hold 7')
    await user.selectOptions(dialog.getByLabelText('Bid in'), 'PUSD')
    await offer(opened, dialog, '5', 'Your bid for one')
    const many = dialog.getByLabelText('How many')
    for (const [count, said] of [
      ['', 'Enter how many'],
      ['8', 'That is more than there are'],
    ] as const) {
      await fill(opened, many, count)
      await sign(opened, dialog)
      await reads(dialog, said)
    }
    expect(opened.wallet.log).toEqual([])
    await fill(opened, many, '3')
    await reads(dialog, 'Your bid, 3 × 5.00 PUSD')
    await sign(opened, dialog)
    await dialogCloses()
    expect(market.inputsOf('order.add')).toMatchObject([{ selling: dollars('15'), buying: 3n }])
    await expect.poll(() => wordsOf(screen.getByRole('main').querySelector('.bid-rows'))).toContain('You bid 3 × 5.00 PUSD')
  })

  it('[ACCEPT-08] raises what is left of a bid that was accepted in part, and names what that can still take', async () => {
    const of = anItem({ standard: TOKEN_STANDARD.ERC1155 })
    const bid = aBid(of, ALICE, { payToken: PUSD, selling: dollars('15'), buying: 3n, filled: dollars('5'), salt: ownSalt(7n) })
    const opened = await openItem({ tokens: dollars('1000') }, edition({ bids: [bid] }))
    const { market, screen } = opened
    await expect.poll(() => wordsOf(screen.getByRole('main').querySelector('.bid-rows'))).toContain('You bid 2 × 5.00 PUSD')
    const dialog = await openDialog(opened, 'Edit bid')
    await offer(opened, dialog, '6', 'Your bid for one')
    await reads(dialog, 'Your bid, 2 × 6.00 PUSD')
    await reads(dialog, 'no more than 12.30 PUSD is taken')
    await sign(opened, dialog)
    await dialogCloses()
    expect(market.inputsOf('order.add')).toMatchObject([{ selling: dollars('18'), buying: 3n, salt: bid.salt }])
    expect(opened.wallet.allowance).toBe(dollars('12.3'))
  })

  it('[BID-06] says when the token does not suffice, and asks nothing of the wallet', async () => {
    const opened = await openItem({ tokens: dollars('5') })
    const { user, wallet } = opened
    const dialog = await openDialog(opened)
    await user.selectOptions(dialog.getByLabelText('Bid in'), 'PUSD')
    await offer(opened, dialog, '4.9')
    await reads(dialog, 'Not enough PUSD for this')
    expect(dialog.getByRole<HTMLButtonElement>('button', SIGN).disabled).toBe(true)
    await sign(opened, dialog)
    expect(wallet.log).toEqual([])
  })

  it('wraps exactly what is missing, as a step of its own', async () => {
    const opened = await openItem({ tokens: parseEther('0.1') })
    const { market, wallet } = opened
    const dialog = await openDialog(opened)
    await offer(opened, dialog, '0.5')
    await reads(dialog, '0.4125 ETH is turned into WETH first, one for one.')
    await reads(dialog, 'Wrap 0.4125 ETH into WETH')
    await sign(opened, dialog)
    await dialogCloses()
    expect(wallet.log.filter((asked) => asked.startsWith('s'))).toEqual(['send deposit', 'send approve', 'sign'])
    expect(wallet.sent.map(({ value }) => value ?? 0n)).toEqual([parseEther('0.4125'), 0n])
    expect([wallet.tokens, wallet.allowance]).toEqual([parseEther('0.5125'), parseEther('0.5125')])
    expect(market.inputsOf('order.add')).toMatchObject([{ selling: parseEther('0.5') }])
  })
})
