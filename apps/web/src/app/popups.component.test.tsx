/** @module-tag more */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB } from '../../test/addresses.ts'
import { findViolations } from '../../test/axe.ts'
import { FakeMarket } from '../../test/fake/fake-market.ts'
import { pageOf } from '../../test/fake/page-of.ts'
import { anItem, aSale, person } from '../../test/fake/records.ts'
import { press } from '../../test/keyboard.ts'
import { openPage } from '../../test/page.tsx'

const WORDS = {
  en: {
    explore: 'Explore',
    tutorial: 'Tutorial',
    network: /^Network: /,
    menu: 'Menu',
    search: 'Search with suggestions',
    chat: 'Chat with us',
    following: 'Following',
    create: /^New/,
  },
  zh: {
    explore: '探索',
    tutorial: '使用教程',
    network: /^网络：/,
    menu: '菜单',
    search: '边输入边搜索',
    chat: '在线交流',
    following: '我的关注',
    create: /^新建/,
  },
} as const
type Words = (typeof WORDS)['en' | 'zh']

type Row = {
  popup: string
  /** What is pressed, by keyboard; a second one inside what the first opened. */
  opens: (words: Words) => HTMLElement | null | undefined
  next?: (words: Words) => HTMLElement | null
  shows: string
}

const header = () => within(document.querySelector<HTMLElement>('header') as HTMLElement)
const chip = () => document.querySelector<HTMLElement>('.profile-chip')
/** Under its button, in the order of the page. */
const UNDER = 'header .popup'
const DIALOG = '[role="dialog"]'

/** A new popup of the shell is a new row, here and in e2e/stories/popups. */
const PAGES: readonly { at: string; rows: readonly Row[] }[] = [
  {
    at: '/',
    rows: [
      { popup: 'the categories', opens: ({ explore }) => header().queryByRole('button', { name: explore }), shows: UNDER },
      { popup: 'the tutorial', opens: ({ tutorial }) => header().queryByRole('button', { name: tutorial }), shows: UNDER },
      { popup: 'the networks', opens: ({ network }) => header().queryByRole('button', { name: network }), shows: UNDER },
      { popup: 'one’s account', opens: chip, shows: UNDER },
      {
        popup: 'those one follows',
        opens: chip,
        next: ({ following }) =>
          within(document.querySelector<HTMLElement>(UNDER) ?? document.body).queryByRole('button', { name: following }),
        shows: '.dialog',
      },
      { popup: 'the chat', opens: ({ chat }) => screen.queryAllByRole('button', { name: chat })[0], shows: DIALOG },
      { popup: 'the menu of phones', opens: ({ menu: name }) => screen.queryByRole('button', { name }), shows: DIALOG },
      { popup: 'the search of phones', opens: ({ search }) => header().queryByRole('button', { name: search }), shows: DIALOG },
    ],
  },
  {
    at: `/account/${BOB}`,
    rows: [
      {
        popup: 'those whom somebody follows',
        opens: () => [...document.querySelectorAll<HTMLElement>('.account-follow button')].at(-1),
        shows: DIALOG,
      },
    ],
  },
  {
    at: '/create/erc721',
    rows: [{ popup: 'a new collection', opens: ({ create }) => screen.queryByRole('button', { name: create }), shows: DIALOG }],
  },
]

const CASES = PAGES.flatMap((page) => (['en', 'zh'] as const).map((locale) => ({ ...page, locale })))

describe('what opens over a page', () => {
  it.each(CASES)('is opened and left by keyboard, and has an accessible name, $locale, $at', async ({ at, rows, locale }) => {
    const market = new FakeMarket()
    const item = anItem()
    market.hang({ ...item, isOnSale: true, listings: [aSale(item, ALICE)] })
    market.config.site.chat = 'https://chat.test/plinth'
    const row = { ...person(ALICE), isFollowed: false, followers: 0 }
    market.answer('follow.follows', (asked) => pageOf([row], asked)).answer('follow.followers', (asked) => pageOf([row], asked))
    market.answer('user.stat', () => ({ following: 1, followers: 1, onSale: 0, held: 0, created: 0, liked: 0 }))
    const { user } = await openPage(at, { market, as: ALICE, locale })
    for (const { popup, opens, next, shows } of rows) {
      const opener = await shown(() => opens(WORDS[locale]), popup)
      await press(user, opener)
      if (next) await press(user, await shown(() => next(WORDS[locale]), popup))
      await shown(() => document.querySelector(shows), popup)
      await expect.poll(() => document.querySelector('[aria-busy="true"], [role="dialog"] .skeleton')).toBeNull()
      expect(await findViolations(document.body), popup).toEqual([])
      // A dialog takes the focus by itself.
      if (shows === UNDER) await user.tab()
      expect(document.activeElement, popup).not.toBe(opener)
      await user.keyboard('{Escape}')
      await expect.poll(() => document.querySelector(shows), { message: popup }).toBeNull()
      if (!next) await expect.poll(() => document.activeElement === opener, { message: popup }).toBe(true)
    }
  })
})

const shown = <E extends Element>(find: () => E | null | undefined, popup: string): Promise<E> =>
  waitFor(() => {
    const found = find()
    if (!found) throw new Error(`${popup} is not there`)
    return found
  })
