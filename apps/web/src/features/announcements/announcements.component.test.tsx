import { type Announcement, errorText } from '@plinth/api'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ALICE } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { NOW } from '../../../test/fake/records.ts'
import { openPage } from '../../../test/page.tsx'

const announce = (id: bigint, lang: 'en' | 'zh', title: string, content: string): Announcement => ({
  id,
  lang,
  title,
  content,
  createdAt: NOW - 60,
})
const OPENED = announce(1n, 'en', 'The market is open', 'Come in and look around.')
const SECOND = announce(2n, 'en', 'A second network', 'It has joined today.')
const CHINESE = announce(3n, 'zh', '市场开放', '欢迎光临。')

function aMarket(): FakeMarket {
  const market = new FakeMarket()
  market.answer('announcement.list', () => [OPENED, SECOND, CHINESE])
  return market
}

const linkWith = (announcement: object) => `/noticeDetail?announce=${encodeURIComponent(JSON.stringify({ lang: 'en', ...announcement }))}`

describe('announcements', () => {
  it('[HOME-04] the strip turns while it waits for them', async () => {
    const market = aMarket()
    const answer = market.hold('announcement.list')
    await openPage('/', { market })
    const strip = within(await screen.findByRole('region', { name: 'Announcements' }))
    await expect.poll(() => document.querySelector('.announcements .spinner')).not.toBeNull()
    expect(strip.queryByRole('link')).toBeNull()
    answer()
    await strip.findByRole('link', { name: OPENED.title })
    expect(document.querySelector('.announcements .spinner')).toBeNull()
  })

  it.each([
    ['en', 'Announcements', 'All announcements', [OPENED.title, SECOND.title]],
    ['zh', '公告', '全部公告', [CHINESE.title]],
  ] as const)('[SHELL-17] the strip leads to announcements in the reader’s language, %s', async (locale, region, all, titles) => {
    const { user } = await openPage('/', { market: aMarket(), locale })
    const strip = await screen.findByRole('region', { name: region })
    await user.click(await within(strip).findByRole('link', { name: titles[0] }))
    await expect.poll(() => location.pathname).toBe('/noticeDetail')
    await screen.findByRole('heading', { level: 1, name: titles[0] })
    await user.click(screen.getByRole('link', { name: all }))
    await expect.poll(() => location.pathname).toBe('/noticeList')
    await expect.poll(() => [...document.querySelectorAll('.announce-link')].map((link) => link.textContent)).toEqual(titles)
  })

  it('[SHELL-18] one is shown in full, in the server’s words, whatever else the link says', async () => {
    const { user } = await openPage('/noticeList', { market: aMarket() })
    await user.click(await screen.findByRole('link', { name: OPENED.title }))
    await screen.findByRole('heading', { level: 1, name: OPENED.title })
    await screen.findByText(OPENED.content)
    await openPage(linkWith({ tittle: OPENED.title, content: 'Send all coins to 0x1' }), { market: aMarket() })
    await screen.findByText(OPENED.content)
    expect(screen.queryByText(/Send all coins/)).toBeNull()
  })

  it('[SHELL-18] what is none of the market’s is said to be none, and a broken link says that nothing is here', async () => {
    await openPage(linkWith({ tittle: '<img src=x onerror=alert(1)>', content: '<script>alert(1)</script>' }), { market: aMarket() })
    await screen.findByRole('heading', { name: 'Not an announcement of ours' })
    await screen.findByText('<img src=x onerror=alert(1)>')
    expect(document.querySelectorAll('main img, main script')).toHaveLength(0)
    for (const broken of ['', '{', '%7B%7D', '[]']) {
      await openPage(`/noticeDetail?announce=${broken}`, { market: aMarket() })
      await screen.findByRole('heading', { name: 'No announcement here' })
    }
  })

  it('[ERR-21] when they do not come, it is logged and nothing spins', { tags: 'more' }, async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const market = aMarket()
    const refuse = () => {
      for (let attempts = 0; attempts < 3; attempts++) market.refuse('announcement.list', 'INTERNAL', { traceId: 'x' })
    }
    refuse()
    await openPage('/noticeList', { market })
    const alert = await screen.findByRole('alert', {}, { timeout: 10_000 })
    expect(alert.querySelector('p')?.textContent).toBe(errorText('INTERNAL', 'en', { traceId: 'x' }))
    expect(warn.mock.calls.filter(([what]) => what === 'announcement.list')).toHaveLength(1)
    refuse()
    await openPage('/', { market })
    await expect.poll(() => document.querySelector('.announcements.none'), { timeout: 10_000 }).not.toBeNull()
    expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull()
    warn.mockRestore()
  })
})

describe('the pages to come', () => {
  it.each([
    ['/platnft/importnft', '从其他平台导入'],
    ['/platnft/createcatenft', '创建分类合集'],
  ])('[SHELL-06][SHELL-07] %s has a Chinese heading and nothing else, behind the wallet', async (path, heading) => {
    await openPage(path, { as: ALICE })
    await screen.findByRole('heading', { level: 1, name: heading })
    expect(screen.getByRole('main').innerText.trim()).toBe(heading)
    await openPage(path)
    await expect.poll(() => location.pathname + location.search).toBe(`/connect?redirect=${encodeURIComponent(path)}`)
  })
})
