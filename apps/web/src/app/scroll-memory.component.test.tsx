import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ALICE, OTHER_CHAIN } from '../../test/addresses.ts'
import { openPage } from '../../test/page.tsx'
import { atPlace, choose } from '../../test/sessions.ts'

const LEFT = 300

// Where nothing is laid out a page is as long as it is said to be.
beforeEach(() => {
  vi.stubGlobal('scrollTo', (_: number, top: number) => {
    document.documentElement.scrollTop = top
  })
})

describe('a page', () => {
  it('[SHELL-27] starts at the top where a link leads to it', async () => {
    const { user, screen } = await openPage('/auctions', { as: ALICE })
    const [link] = await screen.findAllByRole('link', { name: 'Blind boxes' })
    scrollTo(0, LEFT)
    await user.click(link as HTMLElement)
    await atPlace('/blindbox')
    await expect.poll(() => scrollY).toBe(0)
  })

  it('[SHELL-27] starts at the top where the connect page leads on to it', async () => {
    const { user } = await openPage('/connect?redirect=%2Fitems')
    scrollTo(0, LEFT)
    await choose(user, /Test wallet/)
    await atPlace('/items')
    await expect.poll(() => scrollY).toBe(0)
  })

  it('[SHELL-27] stays where it is while a filter replaces its address', async () => {
    const { user, screen } = await openPage('/auctions')
    const network = await screen.findByRole('radio', { name: 'Local Polygon' })
    scrollTo(0, LEFT)
    await user.click(network)
    await expect.poll(() => location.search).toContain(`=${OTHER_CHAIN}`)
    expect(scrollY).toBe(LEFT)
  })
})
