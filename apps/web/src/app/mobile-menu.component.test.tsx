import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE } from '../../test/addresses.ts'
import { findViolations } from '../../test/axe.ts'
import { FakeMarket } from '../../test/fake/fake-market.ts'
import { type Opened, openPage, type PageOptions } from '../../test/page.tsx'
import { narrowWindow } from '../../test/phone.ts'
import { atPlace } from '../../test/sessions.ts'

const WORDS = { en: 'Menu', zh: '菜单' } as const

async function openMenu(path: string, { locale = 'en', ...options }: PageOptions): Promise<Opened & { menu: HTMLElement }> {
  narrowWindow()
  const opened = await openPage(path, { ...options, locale })
  await opened.user.click(await opened.screen.findByRole('button', { name: WORDS[locale] }))
  return { ...opened, menu: await opened.screen.findByRole('dialog', { name: WORDS[locale] }) }
}

describe('the menu of a phone', () => {
  it('[SHELL-49, SHELL-50, SHELL-51, SHELL-52, SHELL-53, SHELL-54, F-48] offers every place, the language and the acts of an account', async () => {
    const market = new FakeMarket()
    market.unread = 3
    market.config.site.analytics = 'https://analytics.test/plinth'
    const { user, menu, screen } = await openMenu('/404', { market, as: ALICE })
    const hrefs = () => {
      const links = within(menu).getAllByRole('link')
      return Object.fromEntries(links.map((link) => [link.textContent, link.getAttribute('href')]))
    }
    await expect.poll(hrefs).toMatchObject({
      Eastern: '/salelist/1',
      Western: '/salelist/2',
      Rankings: '/rankings',
      Auctions: '/auctions',
      'Blind boxes': '/blindbox',
      'My items': '/items',
      News3: '/message?tab=unread',
      Create: '/create',
      'Edit profile': '/profile',
    })
    const hrefOf = (name: RegExp) => within(menu).getByRole('link', { name }).getAttribute('href')
    expect([hrefOf(/^On-chain data/), hrefOf(/^Tutorial/)]).toEqual(['https://analytics.test/plinth', '/doc'])
    for (const name of ['Following', 'Disconnect', 'Dark theme', 'Local Ethereum', 'Local Polygon'])
      within(menu).getByRole('button', { name })
    expect(await findViolations(menu)).toEqual([])
    await user.click(within(menu).getByRole('button', { name: 'Explore' }))
    await expect.poll(() => within(menu).queryByRole('link', { name: 'Eastern' })).toBeNull()
    await user.click(within(menu).getByRole('button', { name: '中文' }))
    await user.click(await within(menu).findByRole('link', { name: '我的藏品' }))
    await atPlace('/items')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  })

  it('[SHELL-54] leads to the creation page by its create button, and closes', async () => {
    const { user, menu, screen } = await openMenu('/404', { as: ALICE })
    await user.click(within(menu).getByRole('link', { name: 'Create' }))
    await atPlace('/create')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  })

  it('[F-46, SHELL-54] offers visitors to create, too, by way of connecting', async () => {
    const { user, menu } = await openMenu('/404', { locale: 'zh' })
    await user.click(within(menu).getByRole('link', { name: '创作' }))
    await atPlace('/connect?redirect=%2Fcreate')
  })

  it('[F-45, SHELL-55] disconnects without a question, and offers to connect once the wallet has been disconnected in it', async () => {
    const { user, menu, screen } = await openMenu('/items', { as: ALICE, locale: 'zh' })
    expect(within(menu).queryByRole('link', { name: '连接钱包' })).toBeNull()
    await user.click(within(menu).getByRole('button', { name: '断开连接' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    await atPlace('/connect?redirect=%2Fitems')
    const later = await openMenu('/', { isReload: true, locale: 'zh' })
    expect(within(later.menu).queryByRole('button', { name: '断开连接' })).toBeNull()
    await later.user.click(within(later.menu).getByRole('link', { name: '连接钱包' }))
    await atPlace('/connect?redirect=%2F')
  })
})
