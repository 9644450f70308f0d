import { describe, expect, it } from 'vitest'
import { pagesAround, readView, turnView, widened, writeView } from './tabs.ts'

const read = (query: string) => readView(new URLSearchParams(query))

describe('account view', () => {
  it('[SHELL-02, SHELL-09, ACC-09] knows the four tabs and starts on sale', () => {
    for (const tab of ['sale', 'collectibles', 'created', 'liked']) expect(read(`tab=${tab}`).tab).toBe(tab)
    expect(read('').tab).toBe('sale')
    expect(read('tab=else').tab).toBe('sale')
  })

  it('[ACC-13] another tab begins at page 1 and is written into the query', () => {
    const third = read('tab=created&chain=31337&category=2&page=3')
    expect(writeView(turnView(third, { tab: 'liked' })).toString()).toBe('tab=liked&chain=31337&category=2')
    expect(writeView(turnView(third, { category: undefined })).toString()).toBe('tab=created&chain=31337')
  })

  it('[ACC-12] keeps the page in the query', () => {
    expect(read('tab=sale&page=3').page).toBe(3)
    expect(writeView({ ...read('tab=sale'), page: 3 }).toString()).toBe('tab=sale&page=3')
    for (const page of ['0', '-1', '1.5', 'two', '']) expect(read(`page=${page}`).page).toBe(1)
  })

  it('reads back what it wrote, and nothing malformed', () => {
    expect(read('tab=created&chain=31337&category=2')).toEqual({ tab: 'created', chainId: 31_337, category: 2n, page: 1 })
    expect(read('chain=-2&category=x')).toEqual({ tab: 'sale', chainId: -1, category: undefined, page: 1 })
  })

  it('widens to every network and category, on the same tab', () =>
    expect(writeView(widened(read('tab=created&chain=31337&category=2&page=2'))).toString()).toBe('tab=created'))
})

describe('pagesAround', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 0, 9]],
    [3, 9, [1, 2, 3, 4, 0, 9]],
    [4, 9, [1, 2, 3, 4, 5, 0, 9]],
    [5, 9, [1, 0, 4, 5, 6, 0, 9]],
    [9, 9, [1, 0, 8, 9]],
  ])('[ACC-12] page %i of %i offers %j', (page, pages, shown) => expect(pagesAround(page, pages)).toEqual(shown))
})
