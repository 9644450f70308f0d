import { ZERO_ADDRESS } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { type Candidate, chooseWanted } from './fill-checks.ts'

describe('dry runs', () => {
  it('[COLP-03] of listings that fail again and again come after those never checked', () => {
    const of = (orderId: number, is: Partial<Candidate>) =>
      ({ orderId, version: 1, maker: ZERO_ADDRESS, money: ZERO_ADDRESS, isHeld: false, isFresh: false, isNew: false, ...is }) as const
    const wanted = chooseWanted([of(1, {}), of(2, {}), of(3, { isNew: true }), of(4, { isHeld: true }), of(5, { isNew: true })])
    expect(wanted.map(({ orderId }) => orderId)).toEqual([4, 3, 5, 1, 2])
  })
})
