/** @module-tag more */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, EVE } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { openOperatorConsole } from '../../../test/fake/operator-console.ts'
import { pageOf } from '../../../test/fake/page-of.ts'
import { aCollection, anItem, aUser, itemPath } from '../../../test/fake/records.ts'
import { allDrawn, findDialog, openPage } from '../../../test/page.tsx'
import { dialogCloses } from '../../../test/trade.ts'

const acts = () => [...document.querySelectorAll('.operator-page-acts button')].map(({ textContent }) => textContent)

/** Letter by letter, without a moment in between. */
function typeAtOnce(field: HTMLElement, text: string): void {
  for (let end = 1; end <= text.length; end++) fireEvent.change(field, { target: { value: text.slice(0, end) } })
}

async function confirm(user: UserEvent, act: string, why: string) {
  const dialog = within(await findDialog())
  await user.type(dialog.getByLabelText('Why'), why)
  await user.click(dialog.getByRole('button', { name: act }))
  await dialogCloses()
}

describe('an operator on the pages of the market', () => {
  it('[F-77] hides an item from its page, with a reason and without typing what it is', async () => {
    const market = new FakeMarket()
    openOperatorConsole(market, 'moderator')
    const item = market.hang(anItem({ owner721: BOB }))
    const { user } = await openPage(itemPath(item), { market, as: ALICE })
    await expect.poll(acts).toEqual(['Hide an item', 'Stop the trade of an item'])
    await user.click(screen.getByRole('button', { name: 'Hide an item' }))
    await confirm(user, 'Hide an item', 'It is a copy.')
    const values = { chain: String(CHAIN), collection: item.collection, token: String(item.tokenId) }
    expect(market.inputsOf('operator.act')).toMatchObject([{ group: 'items', act: 'hide', values, why: 'It is a copy.' }])
  })

  it('[F-77] shows what was hidden again from the page where it stood', async () => {
    const market = new FakeMarket()
    openOperatorConsole(market, 'operator')
    const hidden = anItem({ owner721: BOB })
    const { user } = await openPage(itemPath(hidden), { market, as: ALICE })
    await screen.findByRole('heading', { name: 'No such work' })
    await expect.poll(acts).toEqual(['Show again'])
    await user.click(screen.getByRole('button', { name: 'Show again' }))
    await confirm(user, 'Show again', 'A slip.')
    const values = { chain: String(CHAIN), collection: hidden.collection, token: String(hidden.tokenId) }
    expect(market.inputsOf('operator.act')).toMatchObject([{ group: 'items', act: 'show', values, why: 'A slip.' }])
  })

  it('[F-77] offers to unlock whom an operator has locked', async () => {
    const market = new FakeMarket()
    openOperatorConsole(market, 'operator', { 'users list': [{ user: BOB, nickname: '', locked: '2026-11-26T17:46:00.000Z' }] })
    market.answer('user.listbyaddr', () => [])
    market.answer('user.info', () => aUser(BOB))
    await openPage(`/account/${BOB}`, { market, as: ALICE })
    await expect.poll(acts).toEqual(['Unlock'])
    expect(market.inputsOf('operator.look')).toMatchObject([{ group: 'users', act: 'list', values: { named: BOB } }])
  })

  it('[F-77] acts on a collection and on an account from their pages, as far as the role goes', async () => {
    const market = new FakeMarket()
    openOperatorConsole(market, 'operator')
    market.collections = [aCollection()]
    market.answer('user.listbyaddr', () => [])
    await openPage(`/collection/${COLLECTION}?chain=${CHAIN}`, { market, as: ALICE })
    await expect.poll(acts).toEqual(['Hide'])
    market.answer('user.info', () => aUser(BOB))
    const opened = await openPage(`/account/${BOB}`, { market, as: ALICE })
    await expect.poll(acts).toEqual(['Lock', 'Sign out'])
    await opened.user.click(screen.getByRole('button', { name: 'Lock' }))
    await confirm(opened.user, 'Lock', 'Spam.')
    expect(market.inputsOf('operator.act')).toMatchObject([{ group: 'users', act: 'lock', values: { user: BOB }, why: 'Spam.' }])
  })

  it('[F-77] a viewer’s role changes nothing on a page, and an account without a role sees no way to the console', async () => {
    const market = new FakeMarket()
    openOperatorConsole(market, 'viewer')
    const item = market.hang(anItem())
    await openPage(itemPath(item), { market, as: EVE })
    await expect.poll(() => market.inputsOf('operator.desk').length).toBeGreaterThan(0)
    await allDrawn()
    expect(acts()).toEqual([])
    const other = new FakeMarket()
    other.hang(item)
    const { user } = await openPage(itemPath(item), { market: other, as: EVE })
    await user.click(await screen.findByRole('button', { name: /Eve/ }))
    await screen.findByRole('link', { name: 'Edit profile' })
    await expect.poll(() => other.inputsOf('operator.me').length).toBeGreaterThan(0)
    await allDrawn()
    expect(screen.queryByRole('link', { name: 'Console' })).toBeNull()
    expect(other.inputsOf('operator.desk')).toEqual([])
  })

  it('[F-77] the account menu leads those with a role to the console', async () => {
    const market = new FakeMarket()
    openOperatorConsole(market, 'viewer')
    const { user } = await openPage('/auctions', { market, as: ALICE })
    await user.click(await screen.findByRole('button', { name: /Alice/ }))
    await user.click(await screen.findByRole('link', { name: 'Console' }))
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
  })
})

describe('the operator’s console', () => {
  it('[F-77] shows what the market earned, and fees in percent, read and typed', async () => {
    const market = new FakeMarket()
    openOperatorConsole(market, 'operator', {
      'fees show': [{ chain: CHAIN, seller: '250', 'least seller': '0', buyer: '75', 'paused until': 0 }],
    })
    await openPage('/operator', { market, as: ALICE })
    const table = await screen.findByRole('table', { name: 'Seller fees' })
    expect(within(table).getByRole('row', { name: /^ETH/ }).textContent).toContain('0.30')
    expect(table.querySelectorAll('rect')).toHaveLength(30)
    const { user } = await openPage('/operator/fees', { market, as: ALICE })
    await screen.findByText('2.50%')
    screen.getByText('0.75%')
    await user.click(screen.getByRole('button', { name: 'Set the seller fee' }))
    const dialog = within(await findDialog())
    await user.type(dialog.getByLabelText('Fee, in percent'), '2,5')
    await user.type(dialog.getByLabelText('Why'), 'Fair.')
    await user.click(dialog.getByRole('button', { name: 'Set the seller fee' }))
    await expect.poll(() => market.inputsOf('operator.act')).toMatchObject([{ act: 'set-seller', values: { bps: '250' } }])
  })

  it('[F-77] finds by its name what an act is about, in place of a typed address', async () => {
    const market = new FakeMarket()
    openOperatorConsole(market, 'operator')
    market.answer('home.searchcontract', (at) => pageOf([aCollection({ name: 'Brush Practice' })], at))
    market.answer('home.searchuser', (at) => pageOf([aUser(BOB)], at))
    const { user } = await openPage('/operator/senders', { market, as: ALICE })
    await user.click(await screen.findByRole('button', { name: 'New official sender' }))
    const dialog = within(await findDialog())
    const field = dialog.getByLabelText<HTMLInputElement>('Contract of the collection')
    typeAtOnce(field, 'brush')
    const offered = (of: HTMLInputElement) =>
      [...(document.getElementById(of.getAttribute('list') ?? '')?.querySelectorAll('option') ?? [])].map(({ value, textContent }) => [
        value,
        textContent,
      ])
    await waitFor(() => expect(offered(field)).toEqual([[COLLECTION, 'Brush Practice']]))
    const sender = dialog.getByLabelText<HTMLInputElement>('Account that sells for the platform')
    typeAtOnce(sender, 'bo')
    await waitFor(() => expect(offered(sender)).toEqual([[BOB, 'Bob']]))
    // Once for each pause in the typing, in the chain of the form; what begins like an address is no name.
    typeAtOnce(field, '0x66')
    typeAtOnce(sender, 'b')
    await waitFor(() => expect(market.inputsOf('home.searchuser').map(({ search }) => search)).toEqual(['bo', 'b']))
    expect(market.inputsOf('home.searchcontract')).toEqual([{ search: 'brush', page: 1, limit: 10, chainId: CHAIN }])
  })
})
