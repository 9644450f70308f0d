import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { ALICE, BOB, CHAIN, OTHER_CHAIN } from './addresses.ts'
import { SIGNED } from './fake/auction-answers.ts'
import { FakeMarket } from './fake/fake-market.ts'
import { anItem, aSale, itemPath } from './fake/records.ts'
import type { InjectedWallet } from './injected-wallet.ts'
import { type Opened, openPage, type PageOptions } from './page.tsx'

/** What happens between a page and a wallet. */

export const kept = (key: string): string | null => localStorage.getItem(key)
export const place = (): string => location.pathname + location.search
export const atPlace = (path: string) => expect.poll(place).toBe(path)
export const chip = (): HTMLElement | null => document.querySelector('.profile-chip')
/** The account whose address or name is in the header. */
export const chipSays = (text: string) => expect.poll(() => chip()?.textContent ?? '').toContain(text)

export async function choose(user: UserEvent, name: string | RegExp = /Scripted wallet/): Promise<void> {
  await user.click(await screen.findByRole('button', { name }))
}

/** Alice comes and signs in on the connect page. */
export async function signIn(wallet: InjectedWallet, options: PageOptions = {}): Promise<Opened> {
  const opened = await openPage('/connect?redirect=%2Fitems', { injected: [wallet], ...options })
  await choose(opened.user)
  await atPlace('/items')
  await chipSays('Alice')
  return opened
}

/** An item that Bob offers for 1 ETH, on either chain. */
export function sellItem(market: FakeMarket, chainId = CHAIN): string {
  const terms = { signature: SIGNED, ...(chainId === CHAIN ? {} : { payToken: { ...onOther(market), chainId } }) }
  const item = anItem({ owner721: BOB, name: 'Wheat field', chainId })
  const listings = [{ ...aSale(item, BOB, terms), chainId }]
  const holdings = item.holdings.map((holding) => ({ ...holding, chainId, isOnSale: true }))
  return itemPath(market.hang({ ...item, isOnSale: true, listings, holdings, onlyOwner: BOB }))
}

function onOther(market: FakeMarket) {
  const [coin] = market.payTokens
  if (!coin) throw new Error('no coin')
  return { ...coin, id: 9n, symbol: 'POL', name: 'POL', chainId: OTHER_CHAIN }
}

/** Signed in as Alice, whose market sells an item of Bob's; its page is open. */
export async function openItem(wallet: InjectedWallet, chainId = CHAIN, options: PageOptions = {}): Promise<Opened> {
  const market = options.market ?? new FakeMarket()
  return openPage(sellItem(market, chainId), { as: ALICE, injected: [wallet], ...options, market })
}

export const pressBuy = async ({ user, screen: page }: Opened) =>
  user.click((await page.findAllByRole('button', { name: /^Buy/ }))[0] as HTMLElement)
