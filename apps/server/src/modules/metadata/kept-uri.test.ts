import { expect, it } from 'vitest'
import { keptUri } from './service.ts'

it('keeps a long URI well-formed where its end is cut', () => {
  const kept = keptUri(`${'a'.repeat(1_999)}\u{1f600}`)
  expect([kept.length, kept.isWellFormed(), keptUri(kept)]).toEqual([2_000, true, kept])
})
