import { describe, expect, it } from 'vitest'
import { fromFormer, readTab, withTab } from './tabs.ts'

const of = (text: string) => new URLSearchParams(text)

describe('the address of a collection’s tabs', () => {
  it('[COLP-07] leads from old links to what they meant', () => {
    expect(fromFormer(of('chain=1&tab=sale'))?.toString()).toBe('chain=1&tab=items&status=onSale')
    expect(fromFormer(of('tab=collectibles&page=2'))?.toString()).toBe('tab=items')
    expect(fromFormer(of('tab=items&status=onSale'))).toBeUndefined()
  })

  it('[COLP-07] names the tab and keeps the network', () => {
    expect([readTab(of('')), readTab(of('tab=nonsense')), readTab(of('tab=about'))]).toEqual(['items', 'items', 'about'])
    expect(withTab(of('chain=5&status=onSale&hours=24'), 'holders').toString()).toBe('chain=5&tab=holders')
  })
})
