import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { marketOfEight, showsWorks } from '../../test/explore.ts'
import { openPage } from '../../test/page.tsx'
import './cut-titles.ts'

let room = 0
const nameOf = async () => (await screen.findAllByRole('heading', { level: 3, name: /^Work/ }))[0] as HTMLElement

describe('a text that has no room', () => {
  beforeEach(() => {
    // There is no layout here.
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(120)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room)
  })
  afterEach(() => vi.restoreAllMocks())

  it('[EXPL-09] says the whole of itself under the pointer, and nothing twice where it has room', async () => {
    room = 80
    await openPage('/explore', { market: marketOfEight() })
    await showsWorks(1, 2, 3, 4, 5, 6, 7, 8)
    const name = await nameOf()
    expect(name.title).toBe('')
    const link = name.querySelector('a') as HTMLElement
    const user = userEvent.setup()
    await user.hover(link)
    expect(name.title).toBe(name.textContent)
    await user.unhover(link)
    room = 120
    await user.hover(link)
    expect(name.hasAttribute('title')).toBe(false)
  })
})
