import { describe, expect, it } from 'vitest'
import { boxPrice, boxState, mostBoxes } from './box.ts'

const box = { startTime: 1_000, endTime: 2_000, amount: 10, opened: 4, isStopped: false, requestsLeft: 6 }

describe('the footer of a box', () => {
  it('[BOX-13] can’t be opened before its start', () => {
    expect(boxState(box, 999)).toBe('begin')
    expect(boxState({ ...box, opened: 10, isStopped: true }, 0)).toBe('begin')
  })

  it('[BOX-15] can be opened from its start on, while boxes are left', () => {
    expect([1_000, 1_999].map((now) => boxState(box, now))).toEqual(['open', 'open'])
    expect(boxState({ ...box, opened: 9 }, 1_500)).toBe('open')
  })

  it('[BOX-16] is sold out when none is left', () => {
    expect(boxState({ ...box, opened: 10 }, 1_500)).toBe('soldOut')
    expect(boxState({ ...box, opened: 11 }, 1_500)).toBe('soldOut')
  })

  it('[BOX-17] is finished from its end on, sold out or not', () => {
    expect([2_000, 9_000].map((now) => boxState(box, now))).toEqual(['finished', 'finished'])
    expect(boxState({ ...box, opened: 10 }, 2_000)).toBe('finished')
  })

  it('is paused where nothing secures the next draw', () => {
    expect(boxState({ ...box, isStopped: true }, 1_500)).toBe('stopped')
    expect(boxState({ ...box, requestsLeft: 0 }, 1_500)).toBe('stopped')
  })
})

describe('a box', () => {
  it('is opened by ten at most, by fewer where each holds many', () => {
    const most = (nftAmount: number) => mostBoxes({ nftAmount, isRepetition: true, order: { sellAssets: [] } })
    expect([1, 10, 11, 30, 100].map(most)).toEqual([10, 10, 9, 3, 1])
  })

  it('[BOX-02] names its price with the symbol, or so many tickets', () => {
    expect(boxPrice({ price: '0.08', payTokenSymbol: 'ETH', payTokenType: 0 })).toBe('0.08 ETH')
    expect(boxPrice({ price: '40', payTokenSymbol: 'PUSD', payTokenType: 1 })).toBe('40.00 PUSD')
    expect(boxPrice({ price: '2', payTokenSymbol: 'Opening night', payTokenType: 2 })).toBe('2 × Opening night')
  })
})
