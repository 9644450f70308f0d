import { describe, expect, it } from 'vitest'
import { readView, writeView } from './tabs.ts'

const read = (query: string) => readView(new URLSearchParams(query))

describe('account view', () => {
  it('[SHELL-02, SHELL-09, ACC-09] knows the four tabs and starts on sale', () => {
    for (const tab of ['sale', 'collectibles', 'created', 'liked']) expect(read(`tab=${tab}`).tab).toBe(tab)
    expect(read('').tab).toBe('sale')
    expect(read('tab=else').tab).toBe('sale')
  })

  it('[ACC-13] is written into the query', () => {
    expect(writeView({ tab: 'liked', chainId: -1, category: undefined }).toString()).toBe('tab=liked')
    expect(writeView({ tab: 'created', chainId: 31_337, category: 2n }).toString()).toBe('tab=created&chain=31337&category=2')
  })

  it('reads back what it wrote, and nothing malformed', () => {
    expect(read('tab=created&chain=31337&category=2')).toEqual({ tab: 'created', chainId: 31_337, category: 2n })
    expect(read('chain=-2&category=x')).toEqual({ tab: 'sale', chainId: -1, category: undefined })
  })
})
