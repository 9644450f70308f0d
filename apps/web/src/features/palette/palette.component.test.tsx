/** @module-tag more */
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { openPage } from '../../../test/page.tsx'
import { atPlace } from '../../../test/sessions.ts'

/** The line has the focus a moment after the dialog is there. */
const palette = async () => {
  const dialog = await screen.findByRole('dialog', { name: /Commands|命令/ })
  await expect.poll(() => document.activeElement).toBe(within(dialog).getByRole('combobox'))
  return dialog
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const isClosed = () => expect.poll(() => screen.queryByRole('dialog')).toBeNull()
const ready = () => screen.findByRole('link', { name: 'Connect wallet' })

describe('the command palette', () => {
  it.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])('[EXPL-14] opens by %s, and goes where one says', async (keys) => {
    const { user } = await openPage('/')
    await ready()
    await user.keyboard(keys)
    const dialog = await palette()
    const line = within(dialog).getByRole('combobox', { name: 'Type a command, or what you look for' })
    expect(document.activeElement).toBe(line)
    expect(await findViolations(dialog)).toEqual([])
    await user.keyboard('auct')
    expect(options()).toEqual(['Auctions', 'Search for “auct”'])
    await user.keyboard('{Enter}')
    await atPlace('/auctions')
    await isClosed()
  })

  it('[F-119] takes over what is typed before its line has the focus', async () => {
    const { user } = await openPage('/')
    await ready()
    await user.keyboard('{Control>}k{/Control}blue moon')
    await palette()
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('blue moon')
  })

  it('[EXPL-14] searches, and changes theme, language, network and account', async () => {
    const { user, wallet } = await openPage('/explore', { as: ALICE })
    await screen.findByRole('heading', { level: 1, name: 'Explore' })
    const run = async (text: string) => {
      await user.keyboard('{Control>}k{/Control}')
      await palette()
      await user.keyboard(text)
      await user.keyboard('{Enter}')
      await isClosed()
    }
    await run('dark theme')
    await expect.poll(() => document.documentElement.dataset.theme).toBe('dark')
    await run('language')
    await screen.findByRole('heading', { level: 1, name: '探索' })
    await run('english')
    await screen.findByRole('heading', { level: 1, name: 'Explore' })
    await run('blue moon')
    await atPlace('/search?keyword=blue+moon')
    // The page takes the focus as it comes.
    await screen.findByRole('heading', { level: 1, name: 'Results for “blue moon”' })
    await run('switch account')
    await expect.poll(() => location.pathname).toBe('/connect')
    expect(wallet.status).not.toBe('connected')
  })

  it('[EXPL-14] is walked by arrows, and says which command is chosen to a screen reader', async () => {
    const { user } = await openPage('/')
    await ready()
    await user.keyboard('{Control>}k{/Control}')
    const line = within(await palette()).getByRole('combobox')
    const chosen = () => document.getElementById(line.getAttribute('aria-activedescendant') ?? '')?.textContent
    expect(chosen()).toBe('Market')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(chosen()).toBe('Rankings')
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(chosen()).toBe('Keyboard shortcuts')
    expect(screen.getAllByRole('option').filter((one) => one.getAttribute('aria-selected') === 'true')).toHaveLength(1)
    await user.keyboard('{Escape}')
    await isClosed()
  })

  it.each([
    ['en', 'Keyboard shortcuts'],
    ['zh', '键盘快捷键'],
  ] as const)('[EXPL-14] `?` shows all shortcuts in %s', async (locale, title) => {
    const { user } = await openPage('/', { locale })
    await screen.findByRole('banner')
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: title })
    expect([...dialog.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['/', 'K', '?', 'Esc', 'J', 'Enter']),
    )
    expect(await findViolations(dialog)).toEqual([])
  })

  it('[EXPL-14] no key acts while a field has the focus, or once they are turned off; the footer still shows them', async () => {
    const { user } = await openPage('/')
    await ready()
    const field = within(screen.getByRole('banner')).getByRole('searchbox')
    await user.click(field)
    await user.keyboard('?/{Control>}k{/Control}')
    expect((field as HTMLInputElement).value).toBe('?/')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(within(screen.getByRole('contentinfo')).getByRole('button', { name: 'Keyboard shortcuts' }))
    const turned = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).getByRole('switch')
    await user.click(turned)
    await user.keyboard('{Escape}')
    await isClosed()
    ;(document.activeElement as HTMLElement | null)?.blur()
    await user.keyboard('?')
    await user.keyboard('/')
    await user.keyboard('{Control>}k{/Control}')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(localStorage.getItem('shortcuts')).toBe('off')
  })
})
