import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paced } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const PACE = { everyMs: 1_500, jitterMs: 300, merge: (before: number, after: number) => Math.max(before, after) }

describe('paced', () => {
  it('[READ-07] runs soon, then at most once in its time, with all that waits', async () => {
    const act = vi.fn(async (_key: string, _value: number) => {})
    const put = paced(act, PACE)
    put('a', 2)
    put('a', 1)
    put('b', 9)
    await vi.advanceTimersByTimeAsync(300)
    expect(act.mock.calls.toSorted()).toEqual([
      ['a', 2],
      ['b', 9],
    ])
    for (let at = 3; at < 8; at++) put('a', at)
    await vi.advanceTimersByTimeAsync(1_150)
    expect(act).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(400)
    expect(act.mock.calls.slice(2)).toEqual([['a', 7]])
  })

  it('never runs a key twice at once, however long it takes', async () => {
    const ran: number[] = []
    let finish = () => {}
    const put = paced(async (_, value: number) => {
      ran.push(value)
      await new Promise<void>((resolve) => (finish = resolve))
    }, PACE)
    put('a', 1)
    await vi.advanceTimersByTimeAsync(300)
    put('a', 2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ran).toEqual([1])
    finish()
    await vi.advanceTimersByTimeAsync(300)
    expect(ran).toEqual([1, 2])
  })
})

describe('what fails', () => {
  it('is run again, after longer each time, until it succeeds', async () => {
    const ranAt: number[] = []
    const put = paced(async () => {
      ranAt.push(Math.round(Date.now() / 1_000))
      if (ranAt.length < 4) throw new Error('refused')
    }, PACE)
    vi.setSystemTime(0)
    put('a', 1)
    await vi.advanceTimersByTimeAsync(200_000)
    expect(ranAt).toHaveLength(4)
    const [first = 0, second = 0, third = 0, fourth = 0] = ranAt
    expect([second - first >= 5, third - second >= 10, fourth - third >= 20, fourth - third <= 28]).toEqual([true, true, true, true])
  })

  it('is not run again where a later run has succeeded', async () => {
    const act = vi.fn(async (_key: string, _value: number) => {}).mockRejectedValueOnce(new Error('refused'))
    const put = paced(act, PACE)
    put('a', 1)
    await vi.advanceTimersByTimeAsync(300)
    put('a', 2)
    await vi.advanceTimersByTimeAsync(100_000)
    expect(act.mock.calls).toEqual([
      ['a', 1],
      ['a', 2],
    ])
  })

  it('is not run again in place of what waits', async () => {
    const ran: number[] = []
    let finish = () => {}
    const put = paced(async (_, value: number) => {
      ran.push(value)
      if (value === 1) throw new Error('refused')
      await new Promise<void>((resolve) => (finish = resolve))
    }, PACE)
    put('a', 1)
    await vi.advanceTimersByTimeAsync(300)
    put('a', 2)
    await vi.advanceTimersByTimeAsync(1_600)
    put('a', 3)
    await vi.advanceTimersByTimeAsync(10_000)
    finish()
    await vi.advanceTimersByTimeAsync(300)
    expect(ran).toEqual([1, 2, 3])
  })
})
