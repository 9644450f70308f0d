import { describe, expect, it } from 'vitest'
import { readTab, withStatus, withTab } from './tabs.ts'

const of = (text: string) => new URLSearchParams(text)

describe('the address of a collection’s tabs', () => {
  it('[COLP-07] opens old links where they led', () => {
    expect(readTab(of('tab=sale'))).toEqual({ tab: 'items', onlyOnSale: true })
    expect(readTab(of('tab=collectibles&statuses=onSale'))).toEqual({ tab: 'items', onlyOnSale: false })
    expect(readTab(of('chain=1'))).toEqual({ tab: 'items', onlyOnSale: false })
    expect(readTab(of('tab=nonsense'))).toEqual({ tab: 'items', onlyOnSale: false })
  })

  it('[COLP-07] names the tab and keeps the network', () => {
    expect(withTab(of('chain=5&statuses=onSale&hours=24'), 'holders').toString()).toBe('chain=5&tab=holders')
    const onSale = withStatus(of('chain=5&tab=sale'), true)
    expect(onSale.toString()).toBe('chain=5&tab=items&statuses=onSale')
    expect(readTab(onSale)).toEqual({ tab: 'items', onlyOnSale: true })
    expect(withStatus(onSale, false).toString()).toBe('chain=5&tab=items')
  })
})
