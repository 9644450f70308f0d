import { describe, expect, it } from 'vitest'
import { isEnded, sequenceOf } from './epochs.ts'

describe('[APPR-03] the numbers of an account that ended everything', () => {
  const EPOCH = 0xab_cdef_0123n

  it('carry its epoch in bits 63-24', () => {
    expect(sequenceOf(0n, 57n)).toBe(57n)
    expect(sequenceOf(EPOCH, 57n)).toBe((EPOCH << 24n) + 57n)
    expect(sequenceOf(2n ** 40n - 1n, 2n ** 24n - 1n)).toBe(2n ** 64n - 1n)
  })

  it('take no epoch and no counter that has no room', () => {
    for (const [epoch, counter] of [
      [2n ** 40n, 1n],
      [-1n, 1n],
      [1n, 2n ** 24n],
      [1n, -1n],
    ] as const)
      expect(() => sequenceOf(epoch, counter)).toThrow('An epoch has 40 bits')
  })

  it('are over in every other epoch, and none is in epoch zero', () => {
    for (const number of [0n, 1n, 1_023n, 1_024n, 2n ** 64n - 1n]) {
      expect(isEnded(0n, number)).toBe(false)
      expect(isEnded(EPOCH, number)).toBe(true)
    }
    for (const counter of [0n, 57n, 2n ** 24n - 1n]) {
      expect(isEnded(EPOCH, sequenceOf(EPOCH, counter))).toBe(false)
      expect(isEnded(EPOCH + 1n, sequenceOf(EPOCH, counter))).toBe(true)
    }
  })
})
