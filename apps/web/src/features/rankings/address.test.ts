import { ALL_CHAINS } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { rankingParams, readRanking } from './address.ts'

const of = (text: string) => readRanking(new URLSearchParams(text))

describe('the address of rankings', () => {
  it('[RANK-03] holds order, period, network and category, and comes back the same', () => {
    expect(of('')).toEqual({ tab: 'volume', period: undefined, chainId: ALL_CHAINS, category: undefined, people: 'bought' })
    for (const text of [
      'by=sales&period=7d&chain=31338&category=4',
      'by=people&people=made',
      'period=1h',
      'period=24h',
      'by=newest&period=all',
    ])
      expect(rankingParams(of(text)).toString()).toBe(text)
  })

  it('[RANK-03] leaves out what makes no sense', () => {
    expect(of('by=floor&period=all').period).toBeUndefined()
    expect(of('by=nonsense&chain=-1&category=x&people=y')).toMatchObject({ tab: 'volume', chainId: ALL_CHAINS, category: undefined })
    expect(rankingParams({ ...of('category=4&period=7d'), tab: 'people' }).toString()).toBe('by=people')
  })
})
