import { AUCTION_END, AUCTION_STATUS, packSalt } from '@plinth/protocol'
import { fireEvent, within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, EVE } from '../../../../test/addresses.ts'
import { aBidAt, putAtAuction } from '../../../../test/fake/auction-records.ts'
import { FakeMarket } from '../../../../test/fake/fake-market.ts'
import { anAuction, anItem, itemPath, NOW } from '../../../../test/fake/records.ts'
import { findDialog, type Opened, openPage } from '../../../../test/page.tsx'
import { declined } from '../../../../test/scripted-market.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

/** Alice's, made by Bob with 5 % royalty. */
const ITEM = anItem({ creator: { address: BOB, nickname: 'Bob', avatar: '' }, royalties: [500] })

async function openItem(market = new FakeMarket()): Promise<Opened> {
  if (market.items.length === 0) market.hang(ITEM)
  return openPage(itemPath(ITEM), { market, as: ALICE })
}

async function openAuction({ user, screen }: Opened) {
  await user.click(await screen.findByRole('button', { name: 'Sell' }))
  await user.click(within(await findDialog()).getByRole('button', { name: /^Auction/ }))
  return within(await findDialog('Wheat field'))
}

const minute = (at: number): string => new Date(at * 1_000 - new Date(at * 1_000).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const acts = () => [...document.querySelectorAll('.price-block .acts button')].map(({ textContent }) => textContent)
const squeezed = (part: Element | null): string => (part?.textContent ?? '').replaceAll(/\s+/g, ' ')

describe('the dialog of a new auction', () => {
  it('[SALE-03, SALE-17, ITEM-24, SALE-12] asks first whether for one price or at auction', async () => {
    const opened = await openItem()
    const { user, screen } = opened
    await user.click(await screen.findByRole('button', { name: 'Sell' }))
    const ask = within(await findDialog('Wheat field'))
    await ask.findByText('How do you want to sell it?')
    await user.click(ask.getByRole('button', { name: /^Fixed price/ }))
    await within(await findDialog()).findByRole('button', { name: 'Sign the listing' })
    await user.keyboard('{Escape}')
    const dialog = await openAuction(opened)
    await dialog.findByRole('button', { name: 'Sign the auction' })
    expect(opened.wallet.log).toEqual([])
  })

  it('[AUC-02, AUC-03, AUC-04, AUC-05, AUC-06, AUC-09, AUC-10, AUC-12, AUC-13, I18N-07] says under each field what is missing', async () => {
    const opened = await openItem()
    const { market, user, wallet } = opened
    const dialog = await openAuction(opened)
    const options = within(await dialog.findByLabelText('Paid in')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['WETH', 'PUSD'])
    expect(dialog.queryByLabelText('How many')).toBeNull()
    for (const group of ['Starts', 'Runs for'])
      await user.click(within(dialog.getByRole('radiogroup', { name: group })).getByRole('radio', { name: 'Pick' }))
    for (const field of ['Start, day and time', 'End, day and time', 'Shared by those who are outbid'])
      fill(dialog.getByLabelText(field), '')
    await user.click(dialog.getByRole('button', { name: 'Sign the auction' }))
    const missing: [field: string, said: string][] = [
      ['Start, day and time', 'Choose when it starts'],
      ['End, day and time', 'Choose when it ends'],
      ['Start price', 'Enter a start price above zero'],
      ['Lowest price you accept', 'Enter the lowest price you accept'],
      ['Smallest step between bids', 'Enter the smallest step between bids'],
      ['Shared by those who are outbid', 'Enter what part of the price is shared, 0 for none'],
    ]
    for (const [field, said] of missing) {
      const described = dialog.getByLabelText(field, { exact: true }).getAttribute('aria-describedby')?.split(' ') ?? []
      expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(said)
    }
    fill(dialog.getByLabelText('Start price', { exact: true }), '2')
    fill(dialog.getByLabelText('Lowest price you accept'), '1')
    await dialog.findByText(/^At least the start price, \d/)
    expect(market.inputsOf('auction.prepare')).toEqual([])
    expect(wallet.log).toEqual([])
  })

  it('[F-128] asks for a start price alone: the rest is behind "More", which opens where something is wrong', async () => {
    const opened = await openItem()
    const { market, user, wallet, screen } = opened
    wallet.isApproved = true
    const dialog = await openAuction(opened)
    const more = () => document.querySelector<HTMLDetailsElement>('.auction-more')
    expect(more()?.open).toBe(false)
    const shown = dialog.getAllByRole('textbox').filter((field) => field.closest('details:not([open])') === null)
    expect(shown.map((field) => (field as HTMLInputElement).labels?.[0]?.textContent)).toEqual(['Start price'])
    fill(dialog.getByLabelText('Start price', { exact: true }), '2')
    fill(dialog.getByLabelText('Lowest price you accept'), '1')
    await user.click(dialog.getByRole('button', { name: 'Sign the auction' }))
    await expect.poll(() => more()?.open).toBe(true)
    expect(document.activeElement).toBe(dialog.getByLabelText('Lowest price you accept'))
    fill(dialog.getByLabelText('Lowest price you accept'), '2')
    await user.click(dialog.getByRole('button', { name: 'Sign the auction' }))
    await expect.poll(() => screen.queryAllByRole('dialog').length).toBe(0)
    expect(market.inputsOf('auction.add')).toMatchObject([
      { startPrice: parseEther('2'), buying: parseEther('2'), increment: parseEther('0.1'), encourage: 0 },
    ])
  })

  it('[AUC-11] says what is left of the lowest price after fee, royalty and dividend, and what the auction means', async () => {
    const opened = await openItem()
    const dialog = await openAuction(opened)
    fill(dialog.getByLabelText('Start price', { exact: true }), '1')
    fill(dialog.getByLabelText('Lowest price you accept'), '2')
    fill(dialog.getByLabelText('Smallest step between bids'), '0.1')
    fill(dialog.getByLabelText('Shared by those who are outbid'), '10')
    await dialog.findAllByText('1.65 WETH')
    const said = squeezed(document.querySelector('.sums'))
    for (const line of [
      /At the lowest price you accept ?2\.00 WETH/,
      /Service fee, 2\.50% ?− 0\.05 WETH/,
      /Royalty to Bob, 5.00% ?− 0\.10 WETH/,
      /Shared by those who lose, 10% ?− 0\.20 WETH/,
      /Left for you, at least ?1\.65 WETH/,
    ])
      expect(said).toMatch(line)
    await dialog.findByText(/^Anybody but you can bid from/)
    await dialog.findByText(/You can cancel it on the chain at any time/)
  })

  it('[AUC-01, AUC-14, AUC-15, AUC-16, AUC-17, SHELL-76] approves once, survives a refusal, signs what is typed and closes', async () => {
    const opened = await openItem()
    const { market, user, wallet, screen } = opened
    const dialog = await openAuction(opened)
    fill(dialog.getByLabelText('Start price', { exact: true }), '1')
    fill(dialog.getByLabelText('Lowest price you accept'), '2')
    fill(dialog.getByLabelText('Smallest step between bids'), '0.1')
    fill(dialog.getByLabelText('Shared by those who are outbid'), '10')
    await user.click(within(dialog.getByRole('radiogroup', { name: 'Starts' })).getByRole('radio', { name: 'Pick' }))
    const start = NOW - (NOW % 60) + HOUR
    fill(dialog.getByLabelText('Start, day and time'), minute(start))
    await user.click(within(dialog.getByRole('radiogroup', { name: 'Runs for' })).getByRole('radio', { name: '3 days' }))
    wallet.refusals.push(undefined, declined())
    await user.click(dialog.getByRole('button', { name: 'Sign the auction' }))
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    expect(market.inputsOf('auction.add')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Sign the auction' }))
    await expect.poll(() => screen.queryAllByRole('dialog').length).toBe(0)
    await screen.findByText('Up for auction')
    expect(wallet.log).toEqual(['dry setApprovalForAll', 'send setApprovalForAll', 'sign', 'sign'])
    expect(market.inputsOf('auction.add')).toMatchObject([
      {
        owner: ALICE,
        startPrice: parseEther('1'),
        buying: parseEther('2'),
        increment: parseEther('0.1'),
        encourage: 1_000,
        startTime: start,
        endTime: start + 3 * DAY,
      },
    ])
  })
})

describe('an auction to its owner', () => {
  it('[ITEM-26, ITEM-46, ITEM-47, AUC-32] is edited before the start, under the same number and from the same start', async () => {
    const start = NOW - (NOW % 60) + HOUR
    const market = new FakeMarket()
    const times = { startTime: start, endTime: start + DAY, expiredTime: start + 4 * DAY }
    const salt = packSalt({ sequence: 77n, validFrom: start, validUntil: times.expiredTime, maxBuyerFeeBps: 0 })
    const auction = putAtAuction(market, ITEM, anAuction(ITEM, { ...times, salt }))
    const { user, screen, wallet } = await openItem(market)
    wallet.isApproved = true
    await expect.poll(acts).toEqual(['Edit auction', 'Cancel the auction'])
    await user.click(screen.getByRole('button', { name: 'Edit auction' }))
    const dialog = within(await findDialog('Wheat field'))
    expect(dialog.getByLabelText<HTMLInputElement>('Start price', { exact: true }).value).toBe('0.1')
    fill(dialog.getByLabelText('Lowest price you accept'), '1.5')
    await user.click(dialog.getByRole('button', { name: 'Sign the auction' }))
    await expect.poll(() => screen.queryAllByRole('dialog').length).toBe(0)
    expect(wallet.log).toEqual(['sign'])
    expect(market.inputsOf('auction.add')).toMatchObject([{ buying: parseEther('1.5'), startTime: start, salt: auction.salt }])
  })

  it('[AUC-42, AUC-33, AUC-35, ITEM-17, ITEM-18, ITEM-19, ITEM-20] is cancelled in one step from its tab, which then shows the finished', async () => {
    const start = NOW + HOUR
    const market = new FakeMarket()
    const auction = putAtAuction(market, ITEM, anAuction(ITEM, { startTime: start, endTime: start + DAY, expiredTime: start + 4 * DAY }))
    const { user, screen, wallet } = await openItem(market)
    await user.click(await screen.findByRole('tab', { name: /Auctions\s*1/ }))
    const panel = () => within(screen.getByRole('tabpanel'))
    const isChosen = (which: string) => panel().getByRole<HTMLInputElement>('radio', { name: which }).checked
    await expect.poll(() => isChosen('Live')).toBe(true)
    const rowActs = panel().getAllByRole('button')
    expect(rowActs.map(({ textContent }) => textContent)).toEqual(['Edit auction', 'Cancel the auction'])
    await user.click(panel().getByRole('button', { name: 'Cancel the auction' }))
    const dialog = within(await findDialog())
    await dialog.findByText('Nobody has bid yet.')
    expect(document.querySelectorAll('.steps .step')).toHaveLength(1)
    wallet.onMined = () => putAtAuction(market, ITEM, { ...auction, status: AUCTION_STATUS.FINISHED, end: AUCTION_END.CANCEL })
    await user.click(dialog.getByRole('button', { name: 'Cancel the auction' }))
    await screen.findByText('Cancel success')
    expect(wallet.log).toEqual(['dry cancel', 'send cancel'])
    expect(wallet.sent[0]?.args[0]).toMatchObject({ owner: ALICE, salt: auction.salt })
    await expect.poll(acts).toEqual(['Sell'])
    await expect.poll(() => isChosen('Finished')).toBe(true)
    await panel().findByText('cancel', { exact: true })
    expect(panel().queryByRole('button', { name: 'Cancel the auction' })).toBeNull()
    await user.click(panel().getByRole('button', { name: 'See the auction' }))
    expect(within(await findDialog()).getByRole<HTMLButtonElement>('button', { name: 'cancel' }).disabled).toBe(true)
  })

  it('[ITEM-27, AUC-33] is looked at or cancelled while it runs, and says how many bidders lose their bid', async () => {
    const market = new FakeMarket()
    const auction = anAuction(ITEM)
    putAtAuction(market, ITEM, auction, aBidAt(auction, BOB, parseEther('1')))
    const { user, screen } = await openItem(market)
    await expect.poll(acts).toEqual(['See the auction', 'Cancel the auction'])
    await user.click(screen.getByRole('button', { name: 'Cancel the auction' }))
    await within(await findDialog()).findByText('1 bidder loses the bid with it. No money has moved.')
  })

  it('[AUC-28] offers its owner no bid, and says that the highest can be accepted when bidding ends', async () => {
    const market = new FakeMarket()
    const auction = anAuction(ITEM)
    putAtAuction(market, ITEM, auction, aBidAt(auction, EVE, parseEther('1')))
    const { user, screen } = await openItem(market)
    await user.click(await screen.findByRole('button', { name: 'See the auction' }))
    const dialog = within(await findDialog())
    await dialog.findByText(/^You can’t bid on your own\./)
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Bidding is open' }).disabled).toBe(true)
  })
})
