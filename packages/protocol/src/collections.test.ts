import type { Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { toAddress } from './address.ts'
import { findClone, isOurCollectionCode } from './collections.ts'

const OURS = toAddress(`0x${'ab'.repeat(20)}`)
const THEIRS = toAddress(`0x${'cd'.repeat(20)}`)
const cloneOf = (implementation: Hex, args: string): Hex =>
  `0x363d3d373d3d3d363d73${implementation.slice(2)}5af43d82803e903d91602b57fd5bf3${args}`

describe('isOurCollectionCode', () => {
  it('knows a clone of ours with its arguments', () => {
    expect(isOurCollectionCode(cloneOf(OURS, '0011'), [THEIRS, OURS])).toBe(true)
    expect(findClone(cloneOf(OURS, '0011'))).toEqual({ implementation: OURS, args: '0x0011' })
  })

  it('refuses a clone of something else, and one without arguments', () => {
    expect(isOurCollectionCode(cloneOf(THEIRS, '0011'), [OURS])).toBe(false)
    expect(isOurCollectionCode(cloneOf(OURS, ''), [OURS])).toBe(false)
    expect(findClone(cloneOf(OURS, ''))).toEqual({ implementation: OURS, args: '0x' })
  })

  it.each<Hex>([
    '0x',
    '0x6080604052',
    cloneOf(OURS, '').slice(0, -2) as Hex,
    `0x00${cloneOf(OURS, '0011').slice(4)}`,
    cloneOf(OURS, '0011').replace('5bf3', '5bf4') as Hex,
  ])('refuses other code: %s', (code) => {
    expect(isOurCollectionCode(code, [OURS])).toBe(false)
  })
})
