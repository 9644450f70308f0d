import type { PortfolioItem, PortfolioWallets } from '@plinth/api'
import { type Address, shortAddress } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, EVE } from '../../../../../test/addresses.ts'
import { findViolations } from '../../../../../test/axe.ts'
import { FakeMarket } from '../../../../../test/fake/fake-market.ts'
import { pageOf } from '../../../../../test/fake/page-of.ts'
import { aSummary } from '../../../../../test/fake/portfolio-answers.ts'
import { anItem, aSale, NOW } from '../../../../../test/fake/records.ts'
import { InjectedWallet } from '../../../../../test/injected-wallet.ts'
import { findDialog, openPage } from '../../../../../test/page.tsx'
import { ScriptedWallet } from '../../../../../test/scripted-wallet.ts'
import { atPlace, chipSays } from '../../../../../test/sessions.ts'
import { wordsOf } from '../../../../../test/trade.ts'

const aRow = (tokenId: bigint, owner: Address): PortfolioItem => ({
  chainId: CHAIN,
  collection: COLLECTION,
  tokenId,
  standard: 2,
  name: `Work ${tokenId}`,
  image: '',
  mediaKind: 'image',
  width: 0,
  height: 0,
  collectionName: 'Soft Rooms',
  isVerified: false,
  owner,
  held: 1n,
  supply: 9n,
  receivedAt: NOW,
  how: 'gift',
  isAuctioned: false,
  hidden: 'no',
})

/** Alice sees these wallets; the same edition lies in hers and in Bob's. */
function aMarket(linked: readonly Address[] = [BOB], seenBy: readonly Address[] = []) {
  const market = new FakeMarket()
  const state = { wallets: [...linked], seenBy: [...seenBy] }
  const seen = (address: Address) => ({ address, createdAt: NOW - 86_400 })
  const rows = [aRow(3n, EVE), aRow(1n, ALICE), aRow(1n, BOB), aRow(2n, BOB)]
  market.answer('portfolio.wallets', (): PortfolioWallets => ({ wallets: state.wallets.map(seen), seenBy: state.seenBy.map(seen) }))
  market.answer('portfolio.summary', () => aSummary({ works: 2, collections: 1, networks: 1 }))
  market.answer('portfolio.items', ({ wallet }) => {
    const list = rows.filter(({ owner }) => (wallet ?? owner) === owner && [ALICE, ...state.wallets].includes(owner))
    return { list, total: list.length }
  })
  market.answer('portfolio.walletprepare', ({ wallet }) => ({ message: `Permit of ${wallet}`, expiresAt: NOW + 300 }))
  market.answer('portfolio.walletadd', ({ wallet }) => {
    state.wallets.push(wallet)
    return {}
  })
  market.answer('portfolio.walletremove', ({ wallet }) => {
    state.wallets = state.wallets.filter((one) => one !== wallet)
    return {}
  })
  market.answer('portfolio.walletdeny', ({ account }) => {
    state.seenBy = state.seenBy.filter((one) => one !== account)
    return {}
  })
  return market
}

const rows = () => [...document.querySelectorAll<HTMLElement>('.dense-body .dense-row')]

describe('wallets of the ledger', () => {
  it('[MORE-03] counts all wallets or one, and names another wallet’s works, without acts and boxes', async () => {
    const market = aMarket()
    const { user, screen } = await openPage('/items?tab=items', { market, as: ALICE })
    await expect.poll(() => rows().length).toBe(3)
    const [own, twin] = rows()
    if (!own || !twin) throw new Error('drawn')
    within(own).getByRole('button', { name: 'Hide Work 1' })
    within(own).getByRole('checkbox')
    expect(wordsOf(twin)).toContain(shortAddress(BOB))
    expect(within(twin).queryAllByRole('checkbox')).toEqual([])
    expect(within(twin).queryAllByRole('button')).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: 'Choose all works read so far' }))
    await screen.findByRole('button', { name: 'Hide 1' })
    const which = screen.getByRole('combobox', { name: 'Wallets that count' })
    expect([...(which as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
      'All 2 wallets',
      shortAddress(ALICE),
      shortAddress(BOB),
    ])
    await user.selectOptions(which, shortAddress(BOB))
    await atPlace(`/items?tab=items&wallet=${BOB}`)
    await expect.poll(() => rows().length).toBe(2)
    expect(market.inputsOf('portfolio.summary').at(-1)).toEqual({ wallet: BOB })
    await user.click(within(screen.getByRole('group', { name: 'Portfolio' })).getByRole('button', { name: 'Statements' }))
    await atPlace(`/items?tab=statements&wallet=${BOB}`)
  })

  it('[MORE-03] adds the account that the wallet switches to, and stays signed in as before', async () => {
    const market = aMarket([])
    const wallet = new ScriptedWallet()
    const { user, screen } = await openPage('/items?tab=items', { market, wallet, as: ALICE })
    await user.click(await screen.findByRole('button', { name: 'Wallets' }))
    const dialog = within(await findDialog('Wallets'))
    await user.click(await dialog.findByRole('button', { name: 'Add a wallet' }))
    await dialog.findByText(`In use now: ${shortAddress(ALICE)}`)
    await user.click(dialog.getByRole('button', { name: 'Choose in the wallet' }))
    expect(wallet.log).toContain('ask accounts')
    wallet.choose({ account: EVE })
    wallet.refusals.push(Object.assign(new Error('no'), { code: 4001 }))
    await user.click(await dialog.findByRole('button', { name: `Sign with ${shortAddress(EVE)}` }))
    await dialog.findByRole('alert')
    expect(market.inputsOf('portfolio.walletadd')).toEqual([])
    await user.click(dialog.getByRole('button', { name: `Sign with ${shortAddress(EVE)}` }))
    await dialog.findByText(new RegExp(`Switch your wallet back to ${shortAddress(ALICE)}`))
    expect(wallet.log.at(-1)).toBe(`sign text by ${EVE}`)
    expect(market.inputsOf('portfolio.walletprepare').at(-1)).toEqual({ wallet: EVE, url: location.origin, chainId: CHAIN })
    expect(market.inputsOf('portfolio.walletadd')).toEqual([{ wallet: EVE, message: `Permit of ${EVE}`, signature: '0x7e87' }])
    expect(await findViolations(document.querySelector<HTMLElement>('.dialog') ?? document.body)).toEqual([])
    wallet.choose({ account: ALICE })
    await dialog.findByRole('button', { name: 'Add a wallet' })
    dialog.getByRole('button', { name: `Remove ${shortAddress(EVE)}` })
    // In their place at once, not waiting above as what has just arrived.
    await expect.poll(() => rows().map((row) => wordsOf(row).includes('Work 3'))).toEqual([true, false])
    await chipSays('Alice')
    expect(localStorage.getItem('Authorization')).toBe(FakeMarket.tokenOf(ALICE))
  })

  it('[MORE-03] signs by any account that the wallet shows; left with it in use, the session ends', async () => {
    const market = aMarket([])
    const wallet = new InjectedWallet({ accounts: [ALICE] })
    const { user, screen } = await openPage('/items?tab=items', { market, injected: [wallet], as: ALICE })
    await user.click(await screen.findByRole('button', { name: 'Wallets' }))
    const dialog = within(await findDialog('Wallets'))
    await user.click(await dialog.findByRole('button', { name: 'Add a wallet' }))
    await dialog.findByText(`In use now: ${shortAddress(ALICE)}`)
    wallet.changeAccounts([EVE, BOB])
    await dialog.findByRole('button', { name: `Sign with ${shortAddress(EVE)}` })
    await user.click(dialog.getByRole('button', { name: `Sign with ${shortAddress(BOB)}` }))
    await dialog.findByText(/^Switch your wallet back/)
    expect(market.inputsOf('portfolio.walletadd')).toMatchObject([{ wallet: BOB }])
    expect(localStorage.getItem('Authorization')).toBe(FakeMarket.tokenOf(ALICE))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await expect.poll(() => localStorage.getItem('Authorization')).toBeNull()
    await chipSays(shortAddress(EVE).slice(0, 6))
  })

  it('[MORE-03] removes a wallet, and ends that an account sees the own one', async () => {
    const market = aMarket([BOB], [EVE])
    const { user, screen } = await openPage(`/items?tab=items&wallet=${BOB}`, { market, as: ALICE, locale: 'zh' })
    await user.click(await screen.findByRole('button', { name: '钱包，1 个账户可见' }))
    const dialog = within(await findDialog('钱包'))
    await user.click(await dialog.findByRole('button', { name: `不再让 ${shortAddress(EVE)} 查看你的钱包` }))
    await expect.poll(() => dialog.queryByText('谁能看到你的钱包')).toBeNull()
    await user.click(dialog.getByRole('button', { name: `移除 ${shortAddress(BOB)}` }))
    await atPlace('/items?tab=items')
    await expect.poll(() => rows().length).toBe(1)
    expect(market.inputsOf('portfolio.walletdeny')).toEqual([{ account: EVE }])
    expect(market.inputsOf('portfolio.walletremove')).toEqual([{ wallet: BOB }])
  })

  it('[MORE-03] a listing of another wallet has no acts', async () => {
    const market = aMarket()
    const item = anItem({ tokenId: 1n, name: 'Five bottles' })
    market.hang(item)
    const listing = (id: bigint, owner: Address) => ({
      order: { ...aSale(item, owner), id },
      name: 'Five bottles',
      image: '',
      collectionName: 'Soft Rooms',
      warnings: [],
    })
    market.answer('portfolio.listings', (at) => pageOf([listing(1n, ALICE), listing(2n, BOB)], at))
    const { screen } = await openPage('/items?tab=listings', { market, as: ALICE })
    const list = await screen.findByRole('list', { name: 'Listings' })
    const [own, other] = within(list).getAllByRole('listitem')
    expect(within(own as HTMLElement).getAllByRole('button')).toHaveLength(2)
    expect(within(other as HTMLElement).queryAllByRole('button')).toEqual([])
    expect(wordsOf(other as HTMLElement)).toContain(shortAddress(BOB))
  })
})
