import { TIMERS_MS } from '@plinth/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkLoadError, inTime } from './chunk.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('inTime', () => {
  it('[ERR-04] raises ChunkLoadError when a chunk has not come after 120 s, and not before', async () => {
    const failed = vi.fn()
    void inTime(() => new Promise(() => undefined))().catch(failed)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ name: 'ChunkLoadError' })
    expect(TIMERS_MS.chunkLoad).toBe(120_000)
  })

  it('[ERR-04] raises it at once when the chunk is not there', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module')
    await expect(inTime(() => Promise.reject(cause))()).rejects.toMatchObject({ name: 'ChunkLoadError', cause })
    expect(new ChunkLoadError('')).toBeInstanceOf(Error)
  })

  it('leaves no timer behind a chunk that came', async () => {
    expect(await inTime(async () => 7)()).toBe(7)
    expect(vi.getTimerCount()).toBe(0)
  })
})
