import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eachOnce, sometimes } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('eachOnce', () => {
  it('gathers what comes together and runs once more for what came meanwhile', async () => {
    const ran: number[] = []
    let finish = () => {}
    const put = eachOnce(async (value: number) => {
      ran.push(value)
      await new Promise<void>((resolve) => (finish = resolve))
    })
    put('a', 1)
    put('a', 2)
    await vi.advanceTimersByTimeAsync(30)
    put('a', 3)
    put('a', 4)
    await vi.advanceTimersByTimeAsync(100)
    expect(ran).toEqual([2])
    finish()
    await vi.advanceTimersByTimeAsync(100)
    expect(ran).toEqual([2, 4])
  })
})

describe('sometimes', () => {
  it('runs soon, then at most once in its time', async () => {
    const act = vi.fn(async () => {})
    const put = sometimes(act, { everyMs: 3_000, jitterMs: 300 })
    put('a')
    await vi.advanceTimersByTimeAsync(300)
    expect(act).toHaveBeenCalledTimes(1)
    for (let at = 0; at < 5; at++) put('a')
    await vi.advanceTimersByTimeAsync(2_600)
    expect(act).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(500)
    expect(act).toHaveBeenCalledTimes(2)
  })
})
