import { describe, expect, it } from 'vitest'
import { pauseAfterSave } from '../src/chain-state.ts'

describe('pauseAfterSave', () => {
  it('leaves nine tenths of the time to a chain with transactions', () => {
    expect(pauseAfterSave(true, 200)).toBe(2_000)
  })

  it('writes transactions of a slow machine as soon as empty blocks', () => {
    expect(pauseAfterSave(true, 8_000)).toBe(30_000)
    expect(pauseAfterSave(false, 8_000)).toBe(30_000)
    expect(pauseAfterSave(false, 200)).toBe(30_000)
  })
})
