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

describe('what fails', () => {
  it.each([
    ['eachOnce', (act: () => Promise<void>) => eachOnce(act)],
    ['sometimes', (act: () => Promise<void>) => sometimes(act, { everyMs: 1_500, jitterMs: 300 })],
  ])('is run again by %s, after longer each time, until it succeeds', async (_, paced) => {
    const ranAt: number[] = []
    const put = paced(async () => {
      ranAt.push(Math.round(Date.now() / 1_000))
      if (ranAt.length < 4) throw new Error('refused')
    }) as (key: string, value?: unknown) => void
    vi.setSystemTime(0)
    put('a', 1)
    await vi.advanceTimersByTimeAsync(200_000)
    expect(ranAt).toHaveLength(4)
    const [first = 0, second = 0, third = 0, fourth = 0] = ranAt
    expect([second - first >= 5, third - second >= 10, fourth - third >= 20, fourth - third <= 28]).toEqual([true, true, true, true])
  })

  it('is not run again where a later run has succeeded', async () => {
    const act = vi.fn(async () => {}).mockRejectedValueOnce(new Error('refused'))
    const put = eachOnce<number>(act)
    put('a', 1)
    await vi.advanceTimersByTimeAsync(100)
    put('a', 2)
    await vi.advanceTimersByTimeAsync(100_000)
    expect(act.mock.calls).toEqual([[1], [2]])
  })

  it('is not run again in place of what waits', async () => {
    const ran: number[] = []
    let finish = () => {}
    const put = eachOnce(async (value: number) => {
      ran.push(value)
      if (value === 1) throw new Error('refused')
      await new Promise<void>((resolve) => (finish = resolve))
    })
    put('a', 1)
    await vi.advanceTimersByTimeAsync(100)
    put('a', 2)
    await vi.advanceTimersByTimeAsync(100)
    put('a', 3)
    await vi.advanceTimersByTimeAsync(10_000)
    finish()
    await vi.advanceTimersByTimeAsync(100)
    expect(ran).toEqual([1, 2, 3])
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
