import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '@plinth/api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Acts, type Progress } from '../src/stories/acts.ts'

describe('Acts', () => {
  let folder: string
  const said: string[] = []
  const seen: Progress[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-acts-'))
    said.length = 0
    seen.length = 0
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const path = () => join(folder, 'acts')
  const open = (isResumed = false, signal = new AbortController().signal) =>
    new Acts({
      path: path(),
      planned: ['work:a', 'sale:a', 'work:b'],
      log: (line) => said.push(line),
      signal,
      isResumed,
      onProgress: (progress) => seen.push(progress),
    })
  const refused = () => Promise.reject(new ApiError('order.add', 4100, 'It is on sale already.', 'ORDER_EXISTS'))

  it('plays each act once over all starts', async () => {
    const played: string[] = []
    const first = open()
    await first.play('work:a', async () => played.push('a'))
    await first.play('work:a', async () => played.push('a again'))
    await open(true).play('work:a', async () => played.push('a after a restart'))
    expect(played).toEqual(['a'])
    expect([seen.at(-1), open(true).left]).toEqual([{ done: 1, total: 3, failed: 0 }, ['sale:a', 'work:b']])
  })

  it('prints a failure, goes on with the others, and leaves it to the next start', async () => {
    const acts = open()
    expect(await acts.play('work:a', () => Promise.reject(new Error('the disk is full')))).toBe(false)
    expect(await acts.play('work:b', async () => undefined)).toBe(true)
    expect(said).toEqual(['  The demo goes on without work:a: the disk is full'])
    expect(acts.progress).toEqual({ done: 1, total: 3, failed: 1 })
    expect(open(true).left).toEqual(['work:a', 'sale:a'])
  })

  it('takes an act for played that an earlier start could not note', async () => {
    expect(await open().play('sale:a', refused)).toBe(false)
    expect(await open(true).play('sale:a', refused)).toBe(true)
  })

  it('begins and fails nothing while the market stops', async () => {
    const stop = new AbortController()
    const acts = open(false, stop.signal)
    const cut = acts.play('work:a', async () => {
      stop.abort()
      throw new Error('the server has gone')
    })
    expect([await cut, await acts.play('work:b', async () => undefined), acts.progress.failed, said]).toEqual([false, false, 0, []])
  })

  it('plays an act again that the chain has lost', async () => {
    await open().play('work:a', async () => undefined)
    const acts = open(true)
    acts.forget('work:a')
    expect(acts.left).toContain('work:a')
    expect(await acts.play('work:a', async () => undefined)).toBe(true)
    expect(acts.left).toEqual(['sale:a', 'work:b'])
  })

  it('leaves no file behind once it is finished', async () => {
    const acts = open()
    await acts.play('work:a', async () => undefined)
    expect(Acts.isUnfinished(path())).toBe(true)
    acts.finish()
    expect([Acts.isUnfinished(path()), existsSync(path())]).toEqual([false, false])
  })
})
