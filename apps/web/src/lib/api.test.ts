import { afterEach, describe, expect, it, vi } from 'vitest'
import { api, hashKey, listenSessionLost, nextPage } from './api.ts'
import { LOCAL, readStored, writeStored } from './storage.ts'

const page = (rows: number, at: number, pages: number) => ({ list: Array.from({ length: rows }), page: at, pages, limit: 20 })

describe('nextPage', () => {
  it('goes on while pages are full', () => expect(nextPage(page(20, 1, 3))).toBe(2))
  it('[HOME-16] is over when a page returns fewer rows than the limit', () => expect(nextPage(page(19, 1, 3))).toBeUndefined())
  it('[HOME-17] is over when the next page exceeds the total pages', () => expect(nextPage(page(20, 3, 3))).toBeUndefined())
})

describe('hashKey', () => {
  it('distinguishes a bigint from its text, and ignores the order of fields', () => {
    expect(hashKey(['a', { x: 1n, y: 2 }])).toBe(hashKey(['a', { y: 2, x: 1n }]))
    expect(hashKey(['a', 1n])).not.toBe(hashKey(['a', 1]))
  })
})

describe('a failure of a call', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    writeStored(LOCAL.token, undefined)
  })

  it('[ERR-02] ends the session where its code is 501; 502, 401 and 402 are read, and nothing else happens', async () => {
    const lost = vi.fn()
    const stop = listenSessionLost(lost)
    writeStored(LOCAL.token, 'abc')
    const failWith = async (errno: number) => {
      vi.stubGlobal('fetch', async () => Response.json({ errno, errmsg: 'No.' }))
      await expect(api.user.profile({})).rejects.toMatchObject({ errno, message: 'No.' })
    }
    for (const errno of [502, 401, 402]) await failWith(errno)
    expect([readStored(LOCAL.token), lost.mock.calls.length]).toEqual(['abc', 0])
    await failWith(501)
    expect([readStored(LOCAL.token), lost.mock.calls.length]).toEqual([undefined, 1])
    stop()
  })
})
