import { HISTORY_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { fireEvent, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ALICE, BOB, CHAIN, EVE } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aCollection, anEvent, anItem, aSale, type ItemOf, itemPath, NOW, person } from '../../../test/fake/records.ts'
import { type Opened, openPage } from '../../../test/page.tsx'
import { narrowWindow } from '../../../test/phone.ts'
import { pressReady, wordsOf } from '../../../test/trade.ts'

const ELSEWHERE = 'https://elsewhere.example/assets'
const DAY = 86_400

function hang(over: ItemOf = {}) {
  const market = new FakeMarket()
  const item = market.hang(anItem(over))
  return { market, item }
}

const media = (image: string, animation_url: string) =>
  JSON.stringify({ name: 'Wheat field', description: 'Oil on canvas', image, animation_url, attributes: [] })

/** Of the facts beside and below the item, the one with this label. */
const factOf = (label: string): HTMLElement => {
  const terms = [...document.querySelectorAll('.provenance dt, .item-panel dt')]
  const found = terms.find(({ textContent }) => textContent === label)?.nextElementSibling
  if (!(found instanceof HTMLElement)) throw new Error(`no fact ${label}`)
  return found
}
const hasFact = (label: string) => [...document.querySelectorAll('.provenance dt')].some(({ textContent }) => textContent === label)

const openMenu = async ({ user, screen }: Opened) => {
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await screen.findByRole('button', { name: 'Refresh metadata' })
}

describe('the page of an item', () => {
  it('[ITEM-09] says its name, on which network, in which category, in what words, and what royalty', async () => {
    const { market, item } = hang({ royalties: [500, 250] })
    const { screen } = await openPage(itemPath(item), { market })
    await screen.findByRole('heading', { level: 1, name: 'Wheat field' })
    expect(wordsOf(factOf('Chain'))).toBe('Local Ethereum')
    expect(factOf('Chain').querySelectorAll('svg')).toHaveLength(1)
    expect(wordsOf(factOf('Category')).toLowerCase()).toBe('eastern')
    expect(wordsOf(factOf('Royalty'))).toBe('7.50%')
    expect(wordsOf(document.querySelector('.about-text'))).toBe('Oil on canvas')
  })

  it('[ITEM-13] says where it can be checked: contract, standard, chain, files, metadata and maker', async () => {
    for (const kind of ['image', 'audio', 'video'] as const) {
      const animation = kind === 'image' ? '' : 'ipfs://bafyfilm'
      const { market, item } = hang({ mediaKind: kind, metadata: media('ipfs://bafypicture', animation), creator: person(BOB) })
      const { user, screen } = await openPage(itemPath(item), { market })
      await screen.findByRole('heading', { level: 1, name: 'Wheat field' })
      const copied = async (label: string) => {
        await user.click(within(factOf(label)).getByRole('button'))
        return navigator.clipboard.readText()
      }
      expect(await copied('Contract')).toBe(item.collection)
      expect(wordsOf(factOf('Standard'))).toContain('ERC721')
      expect(await copied('Media')).toBe(animation ? 'bafyfilm' : 'bafypicture')
      expect(hasFact('Cover')).toBe(animation !== '')
      if (animation) expect(await copied('Cover')).toBe('bafypicture')
      const metadata = within(factOf('Metadata')).getByRole('link')
      expect(metadata.getAttribute('href')).toMatch(/bafywheat$/)
      expect(metadata.getAttribute('target')).toBe('_blank')
      expect(within(factOf('Creator')).getByRole('link').getAttribute('href')).toBe(`/account/${BOB}`)
    }
  })

  it('[WIDG-08] says that a sale has expired whose time runs out while the page is open', async () => {
    const bare = anItem({ owner721: BOB })
    const { market, item } = hang({ owner721: BOB, listings: [aSale(bare, BOB, { validUntil: NOW + 2 * DAY })] })
    await openPage(itemPath(item), { market })
    const left = () => wordsOf(document.querySelector('.price-block .row.between > .muted'))
    await expect.poll(left).toMatch(/^Ends in \d+ d \d\d:\d\d:\d\d$/)
    // The server's clock too: a part of the page that loads late asks for it.
    market.now = NOW + 3 * DAY
    vi.setSystemTime(market.now * 1_000)
    await expect.poll(left).toBe('Expired')
  })

  it('[ITEM-38] lists a mint as its minter’s, and nothing that the zero address sent', async () => {
    const { market, item } = hang()
    const minted = anEvent(item, { type: HISTORY_TYPE.MINT })
    const sent = anEvent(item, { id: '2', type: HISTORY_TYPE.TRANSFER, from: ZERO_ADDRESS, fromUser: person(ZERO_ADDRESS) })
    market.answer('nft.history', () => [sent, minted])
    narrowWindow()
    const { screen } = await openPage(`${itemPath(item)}&tab=history`, { market })
    await expect.poll(() => within(screen.getByRole('tabpanel')).getAllByRole('row')).toHaveLength(2)
    expect(wordsOf(screen.getByRole('tab', { name: /^History/ }))).toMatch(/\b1$|History1$/)
    expect(wordsOf(within(screen.getByRole('tabpanel')).getAllByRole('row')[1])).toMatch(/Alice.*Minted|Minted.*Alice/)
  })

  it('[FMT-18] says of its history how long ago, and exactly when to those who point at it', async () => {
    const { market, item } = hang()
    market.answer('nft.history', () => [anEvent(item, { createdAt: NOW - 3 * 3_600 })])
    narrowWindow()
    const { screen } = await openPage(`${itemPath(item)}&tab=history`, { market })
    await expect.poll(() => screen.getByRole('tabpanel').querySelector('time')?.textContent).toMatch(/ ago$/)
    const said = screen.getByRole('tabpanel').querySelector('time')
    expect(said?.getAttribute('title')).toMatch(/^\d{1,2} \w+ \d{4} at \d\d:\d\d$/)
    expect(said?.getAttribute('datetime')).toBe(new Date((NOW - 3 * 3_600) * 1_000).toISOString())
  })

  it('[F-131] has its history open in the wide column at a desk, the newest eight first', async () => {
    const { market, item } = hang()
    market.answer('nft.history', () => Array.from({ length: 12 }, (_, at) => anEvent(item, { id: String(at), createdAt: NOW - at })))
    const { screen, user } = await openPage(`${itemPath(item)}&tab=history`, { market })
    const table = await screen.findByRole('table', { name: 'History' })
    expect(table.closest('.item-below')).not.toBeNull()
    expect(screen.queryByRole('tab', { name: /^History/ })).toBeNull()
    const rows = () => within(table).getAllByRole('row').length - 1
    expect(rows()).toBe(8)
    await user.click(screen.getByRole('button', { name: 'Show all 12' }))
    expect(rows()).toBe(12)
  })

  it('[ITEM-02] is liked and liked no more', async () => {
    const { market, item } = hang({ owner721: BOB })
    const { user, screen } = await openPage(itemPath(item), { market, as: EVE })
    await user.click(await screen.findByRole('button', { name: 'Like' }))
    await screen.findByRole('button', { name: 'Remove the like' })
    await openPage(itemPath(item), { market, as: EVE })
    await user.click(await screen.findByRole('button', { name: 'Remove the like' }))
    await screen.findByRole('button', { name: 'Like' })
    const { collection, tokenId } = item
    expect([market.inputsOf('like.add'), market.inputsOf('like.remove')]).toMatchObject([
      [{ collection, tokenId }],
      [{ collection, tokenId }],
    ])
  })

  it('[ITEM-02, ITEM-03, ITEM-04] is shared in a window of 600 by 450, with the hashtags, and its address is copied', async () => {
    const { market, item } = hang()
    const { user, screen } = await openPage(itemPath(item), { market })
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('button', { name: 'Share on X' }))
    const [to, , features] = opened.mock.calls[0] ?? []
    const { searchParams, hostname } = new URL(String(to))
    expect(hostname).toBe('x.com')
    expect(searchParams.get('hashtags')).toBe('Plinth,ethereum,digitalasset,nft')
    expect(searchParams.get('url')).toBe(`${location.origin}${itemPath(item)}`)
    for (const said of ['width=600', 'height=450', 'noopener']) expect(features).toContain(said)
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('button', { name: 'Copy the link' }))
    await screen.findByText('Link copied')
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}${itemPath(item)}`)
  })

  it('[ITEM-05] links to another market only where one is configured', async () => {
    const { market, item } = hang()
    await openMenu(await openPage(itemPath(item), { market }))
    expect(document.querySelector(`a[href^="${ELSEWHERE}"]`)).toBeNull()
    market.config = { ...market.config, networks: market.config.networks.map((network) => ({ ...network, opensea: ELSEWHERE })) }
    const opened = await openPage(itemPath(item), { market })
    await openMenu(opened)
    const link = opened.screen.getByRole('link', { name: 'Open in another market' })
    expect(link.getAttribute('href')).toBe(`${ELSEWHERE}/${item.collection}/${item.tokenId}`)
    expect(link.getAttribute('rel')).toBe('noreferrer')
  })

  it('[ITEM-01] leaves a film that can’t be played its cover on the wall, and itself to take home', async () => {
    const { market, item } = hang({ mediaKind: 'video', metadata: media('ipfs://bafypicture', 'ipfs://bafyfilm') })
    const { screen } = await openPage(itemPath(item), { market })
    await expect.poll(() => document.querySelector('.stage video')).not.toBeNull()
    fireEvent.error(document.querySelector('.stage video') as Element)
    const download = await screen.findByRole('link', { name: 'Download the file' })
    expect(download.getAttribute('href')).toContain('bafyfilm')
    expect(document.querySelector('.stage img')?.getAttribute('src')).toContain('bafypicture')
    expect(document.querySelector('.stage :is(video, .player)')).toBeNull()
  })

  it('[ITEM-01] plays and pauses sound under its cover', async () => {
    const { market, item } = hang({ mediaKind: 'audio', metadata: media('ipfs://bafypicture', 'ipfs://bafysound') })
    const { user, screen } = await openPage(itemPath(item), { market })
    await user.click(await screen.findByRole('button', { name: 'Play' }))
    const sound = document.querySelector<HTMLAudioElement>('.stage audio')
    expect(sound?.src).toContain('bafysound')
    expect(sound?.paused).toBe(false)
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    expect(sound?.paused).toBe(true)
    expect(document.querySelector('.stage img')?.getAttribute('src')).toContain('bafypicture')
  })

  it('[ITEM-12] says of what is not there that there is no such item', async () => {
    const { market, item } = hang()
    const opened: Opened[] = []
    for (const ids of [`${item.collection}:${10n ** 40n}`, 'nonsense:1', item.collection]) {
      opened.push(await openPage(`/detail/${ids}?chain=${CHAIN}`, { market }))
      await opened.at(-1)?.screen.findByRole('heading', { name: 'No such work' })
    }
    const last = opened.at(-1)
    await last?.user.click(last.screen.getByRole('link', { name: 'To the market' }))
    await expect.poll(() => location.pathname).toBe('/')
  })

  it('[ACC-18] is bought from its holder’s own page, without leaving it', async () => {
    const bare = anItem({ owner721: BOB })
    const { market, item } = hang({ owner721: BOB, listings: [aSale(bare, BOB)] })
    market.collections = [aCollection()]
    const { screen, user, wallet } = await openPage(`/account/${BOB}?tab=sale&chain=${CHAIN}`, { market, as: ALICE })
    await user.click(await screen.findByRole('button', { name: 'Buy' }))
    const pay = await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay 1.025 ETH' })
    expect(wordsOf(document.querySelector('[role=dialog] h2'))).toBe('Wheat field')
    await pressReady(user, () => pay)
    await expect
      .poll(() => wallet.sent.map(({ functionName, value }) => [functionName, value]))
      .toEqual([['exchange', 1_025n * 10n ** 15n]])
    expect(location.pathname).toBe(`/account/${BOB}`)
    expect(item.onlyOwner).toBe(BOB)
  })
})
