/** @module-tag more */
import { packSalt } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, OTHER_CHAIN } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aBid, aHolding, anItem, itemPath, NOW } from '../../../test/fake/records.ts'
import { findDialog, type Opened, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'

const DAY = 86_400
const BID = { name: 'Your bid' } as const
const SIGN = { name: 'Sign the bid' } as const

/** Alice bids for an item of Bob's; she has enough wrapped coin and has allowed nothing. */
async function openItem({ bidAt }: { bidAt?: string } = {}): Promise<Opened> {
  const market = new FakeMarket()
  const item = anItem({ owner721: BOB })
  const salt = packSalt({ sequence: 9n, validUntil: NOW + DAY, validFrom: 0, maxBuyerFeeBps: 250 })
  const bids = bidAt === undefined ? [] : [aBid(item, ALICE, { price: parseEther(bidAt), salt, validUntil: NOW + DAY })]
  market.hang({ ...item, bids })
  const opened = await openPage(itemPath(item), { market, as: ALICE })
  opened.wallet.tokens = parseEther('10')
  return opened
}

async function openBid({ user, screen }: Opened, price: string, act = 'Bid') {
  await user.click(await screen.findByRole('button', { name: act }))
  const dialog = within(await findDialog('Wheat field'))
  await user.type(dialog.getByRole('textbox', BID), price)
  await dialog.findByText(/^You have /)
  return dialog
}

type Dialog = Awaited<ReturnType<typeof openBid>>

const press = async ({ user }: Opened, dialog: Dialog) => user.click(dialog.getByRole('button', SIGN))
const isClosed = ({ screen }: Opened) => expect.poll(() => screen.queryByRole('dialog'), { timeout: 5_000 }).toBeNull()

/** What is refused for good is not offered again. */
async function lookAgain({ user }: Opened, dialog: Dialog): Promise<void> {
  expect(dialog.queryByRole('button', { name: 'Sign the bid' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Look at it again' }))
}

describe('a bid that does not go as planned', () => {
  it('[TX-37] says that the wallet allowed too little, signs nothing, and asks for the allowance again', async () => {
    const opened = await openItem()
    const { market, wallet } = opened
    const dialog = await openBid(opened, '0.4')
    wallet.allows = 1n
    await press(opened, dialog)
    await dialog.findByText('The approved amount is below what is needed.')
    expect(wallet.log).not.toContain('sign')
    await press(opened, dialog)
    await isClosed(opened)
    expect(wallet.log.filter((asked) => asked.startsWith('s'))).toEqual(['send approve', 'send approve', 'sign'])
    expect(wallet.allowance).toBe(parseEther('0.41'))
    expect(market.inputsOf('order.add')).toMatchObject([{ selling: parseEther('0.4') }])
  })

  it('[SALE-09] says whose the item is where the bid was accepted while it was raised, and asks for no signature', async () => {
    const opened = await openItem({ bidAt: '0.1' })
    opened.wallet.allowance = parseEther('10')
    const dialog = await openBid(opened, '0.2', 'Edit bid')
    opened.market.refuse('order.prepare', 'ORDER_FILLED')
    const [item] = opened.market.items
    if (!item) throw new Error('no work')
    const { collection, tokenId } = item
    opened.market.change(item, { bids: [], holdings: [aHolding({ collection, tokenId, owner: ALICE })], onlyOwner: ALICE })
    await press(opened, dialog)
    await dialog.findByText(/^You have bought it already: it is yours\./)
    await lookAgain(opened, dialog)
    await isClosed(opened)
    await opened.screen.findByRole('button', { name: 'Sell' })
    expect(opened.wallet.log).toEqual([])
  })

  it('says that a bid has expired while it was raised, and offers a new one', async () => {
    const opened = await openItem({ bidAt: '0.1' })
    opened.wallet.allowance = parseEther('10')
    const dialog = await openBid(opened, '0.2', 'Edit bid')
    opened.market.refuse('order.prepare', 'ORDER_EXPIRED')
    for (const item of opened.market.items) opened.market.change(item, { bids: [] })
    await press(opened, dialog)
    await dialog.findByText('The order has expired.')
    await lookAgain(opened, dialog)
    await opened.screen.findByRole('button', { name: 'Bid' })
    expect(opened.wallet.log).toEqual([])
  })

  it('keeps the price and asks for another time where the time chosen passed before the signature', async () => {
    const opened = await openItem()
    const { market, user, wallet } = opened
    const dialog = await openBid(opened, '0.3')
    await user.click(dialog.getByText('Pick', { exact: true }))
    const time = new Date((NOW + 3_600) * 1_000)
    const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
    const field = dialog.getByLabelText('Day and time')
    await user.clear(field)
    await user.type(field, local)
    market.refuse('order.add', 'ORDER_EXPIRED')
    await press(opened, dialog)
    await dialog.findByText('The order has expired.')
    expect(dialog.queryByRole('button', SIGN)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Choose another time' }))
    expect(dialog.getByRole<HTMLInputElement>('textbox', BID).value).toBe('0.3')
    await press(opened, dialog)
    await isClosed(opened)
    expect(market.inputsOf('order.prepare').map(({ validUntil }) => validUntil)).toEqual([NOW + 3_600, NOW + 30 * DAY])
    expect(market.inputsOf('order.add').map(({ selling }) => selling)).toEqual([parseEther('0.3'), parseEther('0.3')])
    expect(wallet.log).toEqual(['dry approve', 'send approve', 'sign', 'sign'])
  })

  it('[BID-09] says that a bid stands already where the server refuses a second one, and signs nothing', async () => {
    const opened = await openItem()
    opened.wallet.allowance = parseEther('10')
    const dialog = await openBid(opened, '0.2')
    opened.market.refuse('order.prepare', 'ORDER_EXISTS')
    await press(opened, dialog)
    await dialog.findByText('You already have an open order here. Edit or cancel it.')
    expect([opened.market.inputsOf('order.add'), opened.wallet.log]).toEqual([[], []])
  })

  it('names a network that does not answer, asks nothing of the wallet, and goes on at the next press', async () => {
    const opened = await openItem()
    const { market, wallet } = opened
    const dialog = await openBid(opened, '0.3')
    wallet.isUnreachable = true
    await press(opened, dialog)
    await dialog.findByText('The network can’t be reached right now.')
    expect(wallet.log).toEqual([])
    wallet.isUnreachable = false
    await press(opened, dialog)
    await isClosed(opened)
    expect(wallet.log).toEqual(['dry approve', 'send approve', 'sign'])
    expect(market.inputsOf('order.add')).toMatchObject([{ selling: parseEther('0.3') }])
  })

  it('signs and stores nothing where the coin could not be wrapped', async () => {
    const opened = await openItem()
    const { market, wallet } = opened
    const dialog = await openBid(opened, '40')
    wallet.statuses.push('reverted')
    await press(opened, dialog)
    await dialog.findByText('The transaction failed on the chain and moved nothing but its network fee.')
    expect(wallet.log.filter((asked) => !asked.startsWith('dry'))).toEqual(['send deposit'])
    expect([wallet.tokens, market.inputsOf('order.prepare'), market.inputsOf('order.add')]).toEqual([parseEther('10'), [], []])
  })

  it('[BID-08] asks a wallet on another network to change over and opens no dialog of its own', async () => {
    const opened = await openItem()
    const { user, screen, wallet } = opened
    const bid = await screen.findByRole('button', { name: 'Bid' })
    wallet.choose({ chainId: OTHER_CHAIN })
    await screen.findAllByRole('button', { name: /Local Polygon/ })
    wallet.switchRefusals.push(declined())
    await user.click(bid)
    await findDialog('Change network to Local Ethereum')
    await expect.poll(() => wallet.log).toEqual(['switch 31337'])
    expect(screen.queryByRole('button', SIGN)).toBeNull()
  })
})
