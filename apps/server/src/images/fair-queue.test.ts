import { describe, expect, it } from 'vitest'
import { createFairQueue, type FairQueue } from './fair-queue.ts'

/** A task that ends on demand, and the tasks begun so far. */
function aBench(queue: FairQueue) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string, shares: readonly string[], signal?: AbortSignal): Promise<void> =>
    queue({ shares, signal }, () => {
      begun.push(name)
      return new Promise((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, ask, end }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('createFairQueue', () => {
  it('[F-20] leaves a place free for others, however much one share asks for', async () => {
    const { begun, ask } = aBench(createFairQueue({ atOnce: 2, atOncePerShare: 1, waiting: 9, waitingPerShare: 9 }))
    for (const name of ['a1', 'a2', 'a3']) void ask(name, ['a', 'here'])
    void ask('b1', ['b', 'there'])
    await settled()
    expect(begun).toEqual(['a1', 'b1'])
  })

  it('[F-20] serves first whose share was served longest ago', async () => {
    const { begun, ask, end } = aBench(createFairQueue({ atOnce: 1, atOncePerShare: 1, waiting: 9, waitingPerShare: 9 }))
    for (const name of ['a1', 'a2', 'a3']) void ask(name, ['a'])
    for (const name of ['b1', 'b2']) void ask(name, ['b'])
    await settled()
    for (const name of ['a1', 'b1', 'a2', 'b2']) await end(name)
    expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  it('[F-20] refuses what a share, or the queue, has no place for', async () => {
    const { ask } = aBench(createFairQueue({ atOnce: 1, atOncePerShare: 1, waiting: 3, waitingPerShare: 2 }))
    for (const name of ['a1', 'a2', 'a3']) void ask(name, ['a'])
    await expect(ask('a4', ['a'])).rejects.toMatchObject({ code: 'PICTURES_BUSY' })
    void ask('b1', ['b'])
    await expect(ask('c1', ['c'])).rejects.toMatchObject({ code: 'PICTURES_BUSY' })
  })

  it('[F-20] gives up the place of a visitor who leaves, and fails only that work', async () => {
    const { begun, ask, end } = aBench(createFairQueue({ atOnce: 1, atOncePerShare: 1, waiting: 1, waitingPerShare: 1 }))
    const leaving = new AbortController()
    void ask('a1', ['a'])
    const left = ask('a2', ['a'], leaving.signal)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'PICTURES_BUSY' })
    void ask('b1', ['b'])
    await end('a1')
    expect(begun).toEqual(['a1', 'b1'])
    await expect(ask('c1', ['c'], leaving.signal)).rejects.toMatchObject({ code: 'PICTURES_BUSY' })
  })

  it('goes on after work that fails', async () => {
    const queue = createFairQueue({ atOnce: 1, atOncePerShare: 1, waiting: 1, waitingPerShare: 1 })
    await expect(queue({ shares: ['a'] }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await queue({ shares: ['a'] }, async () => 'done')).toBe('done')
  })
})
