import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/api.ts'
import { beat, stopHeartbeat, WALLET_KEYS } from './heartbeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  stopHeartbeat()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('heartbeat', () => {
  it('[NET-23] reads gas and balances again every 20 s', () => {
    const asked = vi.spyOn(queryClient, 'invalidateQueries')
    beat()
    expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([[WALLET_KEYS.balances], [WALLET_KEYS.gas]])
    vi.advanceTimersByTime(19_999)
    expect(asked).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(1)
    expect(asked).toHaveBeenCalledTimes(4)
  })

  it('[NET-24] has one timer, however often it is started', () => {
    for (let times = 0; times < 5; times++) beat()
    expect(vi.getTimerCount()).toBe(1)
    const asked = vi.spyOn(queryClient, 'invalidateQueries')
    vi.advanceTimersByTime(20_000)
    expect(asked).toHaveBeenCalledTimes(2)
    expect(vi.getTimerCount()).toBe(1)
  })

  it('stops with the session', () => {
    beat()
    stopHeartbeat()
    expect(vi.getTimerCount()).toBe(0)
  })
})
