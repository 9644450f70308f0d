import { expect, it } from 'vitest'
import { storableUri } from './service.ts'

it('keeps a long URI well-formed where its end is cut', () => {
  const kept = storableUri(`${'a'.repeat(1_999)}\u{1f600}`)
  expect([kept.length, kept.isWellFormed(), storableUri(kept)]).toEqual([2_000, true, kept])
})
