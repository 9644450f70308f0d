import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { marketOfEight, showsWorks } from '../../../test/explore.ts'
import { openPage } from '../../../test/page.tsx'

const COLUMNS = 3
const CARD_PX = 100

const cards = () => [...document.querySelectorAll('.explore-grid .card')]
/** The place of the focused card in its list. */
const focused = () => cards().findIndex((card) => card.contains(document.activeElement))

describe('a grid of works by keyboard', () => {
  beforeEach(() => {
    // Three cards in a row: there is no layout here.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const at = Math.max(0, cards().indexOf(this))
      return new DOMRect((at % COLUMNS) * CARD_PX, Math.floor(at / COLUMNS) * CARD_PX, CARD_PX, CARD_PX)
    })
  })
  afterEach(() => vi.restoreAllMocks())

  it('[EXPL-10] is walked in two directions by arrows, and by J and K; Enter opens the work', async () => {
    const { user } = await openPage('/explore', { market: marketOfEight() })
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    screen.getAllByRole('link', { name: /^Work/ })[0]?.focus()
    expect(focused()).toBe(0)
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe(3)
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(focused()).toBe(5)
    // The last row has two cards: the nearer one.
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe(7)
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(focused()).toBe(7)
    await user.keyboard('{ArrowUp}{ArrowLeft}')
    expect(focused()).toBe(3)
    await user.keyboard('jjk')
    expect(focused()).toBe(4)
    const name = document.activeElement?.textContent ?? ''
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name })
  })

  it('[EXPL-14] leaves letters alone where shortcuts are turned off, and arrows as they are', async () => {
    await openPage('/explore', { market: marketOfEight() })
    localStorage.setItem('shortcuts', 'off')
    const { user } = await openPage('/explore', { market: marketOfEight(), isReload: true })
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    screen.getAllByRole('link', { name: /^Work/ })[0]?.focus()
    await user.keyboard('j')
    expect(focused()).toBe(0)
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe(1)
  })
})
