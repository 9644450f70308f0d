import { errorText, type NoticeRecord } from '@plinth/api'
import { NOTICE_SUBTYPE, shortAddress } from '@plinth/protocol'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, COLLECTION, EVE } from '../../../test/addresses.ts'
import { aBox, answerBoxes, boxPath } from '../../../test/fake/box-records.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { pageOf } from '../../../test/fake/page-of.ts'
import { aNotice, HASH, person } from '../../../test/fake/records.ts'
import { watchListEnds } from '../../../test/list-end.ts'
import { waitForEvents } from '../../../test/live.ts'
import { openPage } from '../../../test/page.tsx'
import { atPlace, choose } from '../../../test/sessions.ts'
import { wordsOf } from '../../../test/trade.ts'

const COVER = '/static/upload/field-notes.png'
const collection = { address: COLLECTION, name: 'Field Notes', symbol: 'FN', cover: COVER }
const item = {
  address: COLLECTION,
  tokenId: 7n,
  standard: 3,
  metadataUrl: '',
  metadata: JSON.stringify({ name: 'Wheat field', image: '/static/upload/wheat.png' }),
}

type NoticeParts = Omit<Partial<NoticeRecord>, 'content'> & { content?: Partial<NoticeRecord['content']> }
const noticeOf = (id: bigint, subType: NoticeRecord['subType'], { content = {}, ...over }: NoticeParts = {}): NoticeRecord => {
  const notice = aNotice({ id, subType, ...over })
  return { ...notice, content: { ...notice.content, ...content } }
}

/** Eve and a person without a name follow Alice, and Eve likes an item; Alice has minted it, and made its collection before. */
const NAMELESS = person(COLLECTION)
const FACE = '/static/upload/eve.png'
const news = (): NoticeRecord[] => [
  noticeOf(5n, NOTICE_SUBTYPE.FOLLOWED, { operator: { ...person(EVE), avatar: FACE } }),
  noticeOf(4n, NOTICE_SUBTYPE.FOLLOWED, { operator: NAMELESS }),
  noticeOf(3n, NOTICE_SUBTYPE.LIKED, { operator: person(EVE), content: { item, collection } }),
  noticeOf(2n, NOTICE_SUBTYPE.MINT, { operator: person(ALICE), isRead: true, content: { item, collection, txHash: HASH } }),
  noticeOf(1n, NOTICE_SUBTYPE.CREATE_CONTRACT, { operator: person(ALICE), isRead: true, content: { collection } }),
]

type NewsMarket = FakeMarket & { notices: NoticeRecord[] }

/** Whose caller has these notices, and may read them. */
function newsMarket(notices = news()): NewsMarket {
  const market = Object.assign(new FakeMarket(), { notices })
  const read = (isOf: (notice: NoticeRecord) => boolean) => {
    market.notices = market.notices.map((notice) => (isOf(notice) ? { ...notice, isRead: true } : notice))
    return {}
  }
  return market
    .answer('notices.count', () => ({ total: market.notices.length, unread: market.notices.filter(({ isRead }) => !isRead).length }))
    .answer('notices.list', ({ isRead, ...at }) =>
      pageOf(
        market.notices.filter((notice) => isRead === undefined || notice.isRead === isRead),
        at,
      ),
    )
    .answer('notices.read', ({ id }) => read((notice) => notice.id === id))
    .answer('notices.readall', () => read(() => true)) as NewsMarket
}

const tabs = () => [...document.querySelectorAll('.news-bar button[aria-pressed]')].map(wordsOf)
const rows = () => [...document.querySelectorAll('.notice-link')].flatMap((one) => one.closest<HTMLElement>('.notice') ?? [])
const row = (words: RegExp) => rows().find((one) => words.test(wordsOf(one)))
const link = (words: RegExp) => screen.findByRole('link', { name: words })

describe('news', () => {
  it('[SHELL-12] are for the owner of a wallet, who is led to connect and back to the tab they wanted', async () => {
    const { user } = await openPage('/message?tab=unread', { market: newsMarket() })
    await atPlace(`/connect?redirect=${encodeURIComponent('/message?tab=unread')}`)
    await choose(user, /Test wallet/)
    await atPlace('/message?tab=unread')
    await screen.findByRole('heading', { level: 1, name: 'News' })
    await link(/Eve follows you/)
  })

  it('[MSG-01][MSG-02] counts the notices of each tab, and counts new ones while the reader is there', async () => {
    const market = newsMarket(news().slice(2))
    const { user } = await openPage('/message?tab=unread', { market, as: ALICE })
    await expect.poll(tabs).toEqual(['All3', 'Unread1'])
    const bell = await screen.findByRole('link', { name: 'News, 1 unread' })
    await waitForEvents(market, 'notices.count', 'notices.list')
    market.notices = news()
    market.emit({ topic: 'notice', unread: 3 })
    await expect.poll(tabs).toEqual(['All5', 'Unread3'])
    await expect.poll(() => bell.querySelector('[aria-live="polite"]')?.textContent).toBe('News, 3 unread')
    expect(rows().map(wordsOf).join()).not.toContain('follows you')
    const chip = await screen.findByRole('button', { name: '2 new notices' })
    const answer = market.hold('notices.list')
    await user.click(chip)
    await expect.poll(() => chip.matches(':disabled')).toBe(true)
    answer()
    await expect.poll(() => wordsOf(rows()[0])).toMatch(/^Eve follows you/)
    expect(rows().map(({ className }) => className)).toEqual(['notice unread', 'notice unread', 'notice unread'])
  })

  it('[MSG-05][MSG-06] each shows who did what, its kind and when, beside the item, the collection or the person', async () => {
    await openPage('/message?tab=all', { market: newsMarket(), as: ALICE })
    await expect.poll(() => rows().length).toBe(5)
    const [eve, nameless] = [shortAddress(EVE), shortAddress(COLLECTION)]
    expect(rows().map(wordsOf)).toEqual([
      `Eve follows you${eve}Follow1 minute ago`,
      `${nameless} follows you${nameless}Follow1 minute ago`,
      'Eve likes Wheat fieldIn Field Notes.Like1 minute ago',
      'You minted Wheat fieldIn Field Notes.Minted1 minute ago',
      'You created the collection Field NotesIt waits for its first works.Collection1 minute ago',
    ])
    const shown = rows().map((one) => [one.querySelectorAll('.avatar').length, one.querySelector('img')?.getAttribute('src') ?? ''])
    const [face, item, cover] = [FACE, 'wheat.png', 'field-notes.png'].map((name) => expect.stringContaining(name))
    expect(shown).toEqual([
      [1, face],
      [1, ''],
      [0, item],
      [0, item],
      [0, cover],
    ])
  })

  it.each([
    [
      'en',
      'Your box of Postcards is open: Postcard: Lilies',
      'Your 3 boxes of Postcards are open: 2 × Postcard: Lilies and Postcard: Roses',
    ],
    ['zh', '你的 1 个盲盒「Postcards」已开启：Postcard: Lilies', '你的 3 个盲盒「Postcards」已开启：2 × Postcard: Lilies和Postcard: Roses'],
  ] as const)('[F-106] says in %s that a box is open and what was in it, beside the picture of the prize', async (locale, one, many) => {
    const prize = (name: string, count = 1) => ({ name: `Postcard: ${name}`, image: '', count })
    const drawn = (id: bigint, prizes: ReturnType<typeof prize>[], quantity: string) =>
      noticeOf(id, NOTICE_SUBTYPE.BOX_DRAWN, {
        operator: NAMELESS,
        media: '/static/upload/lilies.png',
        content: { box: { id: 5n, name: 'Postcards', image: '/static/upload/lid.png', prizes }, quantity },
      })
    const notices = [drawn(2n, [prize('Lilies')], '1'), drawn(1n, [prize('Lilies', 2), prize('Roses')], '3')]
    await openPage('/message?tab=all', { market: newsMarket(notices), as: ALICE, locale })
    await expect.poll(() => rows().map((row) => row.querySelector('.notice-link')?.textContent)).toEqual([one, many])
    expect(rows().map((row) => row.querySelector('img')?.getAttribute('src'))).toEqual(Array(2).fill(expect.stringContaining('lilies.png')))
  })

  it('come twenty at a time as the end of the list comes near', async () => {
    const ends = watchListEnds()
    const notices = Array.from({ length: 45 }, (_, at) => noticeOf(BigInt(100 - at), NOTICE_SUBTYPE.FOLLOWED, { operator: person(EVE) }))
    await openPage('/message?tab=all', { market: newsMarket(notices), as: ALICE })
    for (const count of [20, 40, 45]) {
      await expect.poll(() => rows().length).toBe(count)
      ends.comesNear()
    }
    await screen.findByText('That is all of it')
  })

  it('[ERR-19] says in a toast and in its place what the server said of news and of a box that did not come', async () => {
    const said = errorText('MARKET_PAUSED', 'en', {})
    const box = aBox()
    for (const [path, call] of [
      ['/message?tab=all', 'notices.list'],
      [boxPath(box), 'blind.box.detail'],
    ] as const) {
      const market = newsMarket()
      answerBoxes(market, [box])
      const recover = market.refuseAll(call, 'MARKET_PAUSED')
      const { user } = await openPage(path, { market, as: ALICE })
      await expect.poll(() => wordsOf(document.querySelector('.toast'))).toBe(said)
      const alert = await within(screen.getByRole('main')).findByRole('alert')
      within(alert).getByText(said)
      recover()
      await user.click(within(alert).getByRole('button', { name: 'Try again' }))
      await expect.poll(() => document.querySelector('.notice-words, h1.box-title')).not.toBeNull()
    }
  })

  it('[MSG-08][MSG-09][SHELL-76] pressing one marks it read and leads to whom it is about', async () => {
    const market = newsMarket()
    const { user } = await openPage('/message?tab=unread', { market, as: ALICE })
    await link(/Eve follows you/)
    await waitForEvents(market, 'notices.count', 'notices.list')
    await user.click(await link(/Eve follows you/))
    await atPlace(`/account/${EVE}`)
    expect(market.inputsOf('notices.read')).toEqual([{ id: 5n }])
    await screen.findByRole('link', { name: 'News, 2 unread' })
    history.back()
    await atPlace('/message?tab=unread')
    await link(/Eve likes Wheat field/)
    await expect.poll(() => row(/Eve follows you/)).toBeUndefined()
    await expect.poll(tabs).toEqual(['All5', 'Unread2'])
  })

  it('[MSG-03][MSG-04][MSG-10] read-all empties the list and the counts at once', async () => {
    const market = newsMarket()
    const { user } = await openPage('/message?tab=unread', { market, as: ALICE })
    await link(/likes Wheat field/)
    await waitForEvents(market, 'notices.count', 'notices.list')
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    await screen.findByRole('heading', { name: 'No Message' })
    expect(market.inputsOf('notices.readall')).toHaveLength(1)
    await expect.poll(tabs).toEqual(['All5', expect.stringMatching(/^Unread0?$/)])
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
    expect(screen.queryByRole('link', { name: /^News, / })).toBeNull()
  })

  it('[MSG-07] what happened on a chain leads to its transaction', async () => {
    const market = newsMarket()
    market.config.networks = market.config.networks.map((network) => ({ ...network, explorer: 'https://explorer.test' }))
    await openPage('/message?tab=all', { market, as: ALICE })
    const chain = await screen.findByRole('link', { name: 'See on chain' })
    expect(chain.getAttribute('href')).toBe(`https://explorer.test/tx/${HASH}`)
    expect(chain.closest('.notice')).toBe(row(/You minted/))
  })

  it('ask a wallet that has not signed in to do so first', async () => {
    const market = newsMarket()
    const { user } = await openPage('/message?tab=all', { market, as: BOB, isSignedIn: false })
    await screen.findByRole('heading', { name: 'Sign in to read your news' })
    expect(market.inputsOf('notices.list')).toEqual([])
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: /Sign/ }))
    await link(/Eve follows you/)
  })
})
