import fc from 'fast-check'
import { keccak256 } from 'viem'
import { expect, it } from 'vitest'
import { keccakOf } from './keccak.ts'

it('[COFF-02] hashes nodes and pairs of nodes as the exchange does', () => {
  const node = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes })
  fc.assert(
    fc.property(fc.oneof(node(32), node(64)), (bytes) => {
      expect(keccakOf(bytes)).toEqual(keccak256(bytes, 'bytes'))
    }),
    { numRuns: 2_000 },
  )
  for (const bytes of [new Uint8Array(32), new Uint8Array(64).fill(255), new Uint8Array(96).fill(7).subarray(32)])
    expect(keccakOf(bytes)).toEqual(keccak256(bytes, 'bytes'))
  expect(() => keccakOf(new Uint8Array(33))).toThrow('32 bytes')
})
