import type { ItemRecord } from '@plinth/api'
import { type Address, toAddress } from '@plinth/protocol'
import { within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { BOB, CHAIN, COLLECTION, OTHER_CHAIN } from './addresses.ts'
import { FakeMarket } from './fake/fake-market.ts'
import { anItem, aSale, type ItemOf, NOW } from './fake/records.ts'

/** Another collection, of another name. */
export const TIDES: Address = toAddress(`0x${'1d'.repeat(20)}`)
export const ETH = 10n ** 18n

type Work = Omit<ItemOf, 'attributes'> & { price?: bigint; traits?: Record<string, string>; listedAt?: number }

/** A work of this number, on sale where it has a price. */
export function aWork(tokenId: number, { price, traits = {}, listedAt = NOW - tokenId * 60, ...over }: Work = {}): ItemRecord {
  const owner721 = over.owner721 ?? BOB
  const collection = over.collection ?? COLLECTION
  const chainId = over.chainId ?? CHAIN
  const attributes = Object.entries(traits).map(([trait_type, value]) => ({ trait_type, value }))
  const metadata = { name: over.name ?? `Work ${tokenId}`, description: '', image: 'ipfs://bafypicture', animation_url: '', attributes }
  const item = anItem({
    collectionBrief: { address: collection, name: collection === TIDES ? 'Tides' : 'Plinth Works', symbol: 'X', cover: '' },
    ...over,
    tokenId: BigInt(tokenId),
    metadata: JSON.stringify(metadata),
    collection,
    owner721,
  })
  if (price === undefined) return item
  return { ...item, isOnSale: true, listings: [{ ...aSale(item, owner721, { price, createdAt: listedAt }), chainId }] }
}

/**
 * Eight works: four of Tides, with traits; one on the other network; two not on sale; one a sound. Their sellers alternate, so that
 * nothing is folded.
 */
export function marketOfEight(): FakeMarket {
  const market = new FakeMarket()
  const alice = toAddress(`0x${'a'.repeat(40)}`)
  market.hang(
    aWork(1, { price: ETH, collection: TIDES, traits: { Wind: 'Calm', Level: '1' } }),
    aWork(2, { price: 2n * ETH, collection: TIDES, owner721: alice, traits: { Wind: 'Steady', Level: '5' } }),
    aWork(3, { price: 3n * ETH, collection: TIDES, traits: { Wind: 'Gust', Level: '9' } }),
    aWork(4, { collection: TIDES, owner721: alice, traits: { Wind: 'Steady', Level: '12' }, createdAt: NOW - 60 }),
    aWork(5, { price: ETH / 2n, owner721: alice, mediaKind: 'audio' }),
    aWork(6, { price: 4n * ETH, chainId: OTHER_CHAIN, category: { id: 2n, name: 'western', children: [] } }),
    aWork(7, { owner721: alice }),
    aWork(8, { price: 8n * ETH, createdAt: NOW - 2 * 86_400 }),
  )
  return market
}

export const names = () => [...document.querySelectorAll('.explore-list .card h3')].map(({ textContent }) => textContent)
/** Names of works by their numbers, in any order. */
export const showsWorks = (...numbers: number[]) =>
  expect.poll(() => names().sort()).toEqual(numbers.map((number) => `Work ${number}`).sort())

export const rail = () => within(document.querySelector<HTMLElement>('.rail, .sheet-body') as HTMLElement)
/** An option of a group, and the number beside it. */
export const option = (group: string, label: string) => {
  const found = within(rail().getByRole('group', { name: group }))
    .getAllByRole<HTMLInputElement>('checkbox')
    .find((box) => box.closest('label')?.querySelector('.option-label')?.textContent === label)
  if (!found) throw new Error(`${group} has no ${label}`)
  return found
}
export const countOf = (group: string, label: string) =>
  option(group, label).closest('label')?.querySelector('.option-count [aria-hidden]')?.textContent
/** "Live auction 0" for each value of a group, as they stand. */
export const valuesOf = (group: string) =>
  within(rail().getByRole('group', { name: group }))
    .getAllByRole('checkbox')
    .map((box) => {
      const label = box.closest('label')
      return `${label?.querySelector('.option-label')?.textContent} ${label?.querySelector('.option-count [aria-hidden]')?.textContent}`
    })

export const openGroup = async (user: UserEvent, title: string) => {
  const button = await rail().findByRole('button', { name: new RegExp(`^${title}`) })
  if (button.getAttribute('aria-expanded') === 'false') await user.click(button)
}

export const search = () => Object.fromEntries(new URLSearchParams(location.search))

/** The window is this wide, under a finger or not; happy-dom's queries know no other width. */
export function windowOf(width: number, isTouch = false): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches:
      (isTouch && query === '(hover: none)') ||
      Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0) >= width ||
      Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Infinity) <= width,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}
