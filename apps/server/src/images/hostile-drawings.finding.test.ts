/** @module-tag more */
import { execFileSync } from 'node:child_process'
import { ERRORS } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOMB, BROKEN, MODEST } from '../../test/content/drawings.ts'
import { multipart } from '../../test/content/files.ts'
import { openTestServer, PEOPLE, type Session, type TestServer } from '../../test/market/harness.ts'

const ELSEWHERE = '198.51.100.9'

let server: TestServer
let url: string
/** Attackers, one for each test: drawings of the previous one may still run. */
let attackers: Session[]
let bob: Session
beforeAll(async () => {
  server = await openTestServer({ trustProxy: 1 })
  url = await server.app.listen({ host: '127.0.0.1', port: 0 })
  bob = await server.signIn(PEOPLE.bob)
  const { alice, carol, dan, zhangwei, eve } = PEOPLE
  attackers = []
  for (const person of [alice, carol, dan, zhangwei, eve]) attackers.push(await server.signIn(person))
})
afterAll(() => server?.close())

function anAttacker(): { who: Session; ip: string } {
  const who = attackers.pop()
  if (!who) throw new Error('Every account has attacked already')
  return { who, ip: `203.0.113.${attackers.length}` }
}

type Sent = { drawing: string; who: Session; ip: string; language?: string; signal?: AbortSignal }

async function sendAvatar({ drawing, who, ip, language = 'en', signal }: Sent): Promise<{ errno?: number; errmsg?: string }> {
  const { body, options } = multipart([{ name: 'file', filename: 'a.svg', content: drawing }])
  const headers = { ...options.headers, 'finger-nft-token': who.token, 'x-forwarded-for': ip, 'accept-language': language }
  const answer = await fetch(`${url}/api/storage/avatar`, { method: 'POST', body, headers, ...(signal ? { signal } : {}) })
  return (await answer.json()) as { errno?: number; errmsg?: string }
}

/** Renderer processes of this test. */
function countDrawing(): number {
  const processes = execFileSync('ps', ['-eo', 'ppid=,args='], { encoding: 'utf8' }).split('\n')
  return processes.filter((line) => Number.parseInt(line, 10) === process.pid && line.includes('draw.ts')).length
}

describe('drawings as avatars', () => {
  it('[F-20] draws another account’s avatar before the bombs that one account has sent', { timeout: 60_000 }, async () => {
    const attacker = anAttacker()
    const leaving = new AbortController()
    const ended = { drawn: 0, refused: 0 }
    const bombs = Array.from({ length: 24 }, async () => {
      const answer = await sendAvatar({ drawing: BOMB, ...attacker, signal: leaving.signal }).catch(() => undefined)
      if (answer?.errno === ERRORS.FILE_BROKEN.errno) ended.drawn++
      if (answer?.errno === ERRORS.PICTURES_BUSY.errno) ended.refused++
    })
    // Four wait behind the one being drawn; a slow machine may have finished some by now.
    await expect.poll(() => ended.refused, { timeout: 20_000 }).toBeGreaterThan(14)
    await expect.poll(countDrawing, { timeout: 20_000 }).toBeGreaterThan(0)
    // The second process is free for other accounts.
    expect(countDrawing()).toBeLessThan(2)
    expect((await sendAvatar({ drawing: MODEST, who: bob, ip: ELSEWHERE })).errno).toBeUndefined()
    expect(ended.drawn).toBeLessThan(5)
    leaving.abort()
    await Promise.all(bombs)
  })

  it('[F-20] what an account has no place for is refused at once, with a sentence in both languages', { timeout: 60_000 }, async () => {
    const attacker = anAttacker()
    const leaving = new AbortController()
    const bombs = Array.from({ length: 6 }, () =>
      sendAvatar({ drawing: BOMB, ...attacker, signal: leaving.signal }).catch(() => ({ errno: 0 })),
    )
    const { errno, en, zh } = ERRORS.PICTURES_BUSY
    // One is being drawn and four wait.
    expect(await Promise.race(bombs)).toMatchObject({ errno, errmsg: en })
    expect(await sendAvatar({ drawing: MODEST, ...attacker, language: 'zh' })).toMatchObject({ errno, errmsg: zh })
    leaving.abort()
    await Promise.all(bombs)
  })

  it('[F-20] a visitor who leaves ends the drawing', { timeout: 60_000 }, async () => {
    const attacker = anAttacker()
    const leaving = new AbortController()
    await expect.poll(countDrawing, { timeout: 20_000 }).toBe(0)
    const bomb = sendAvatar({ drawing: BOMB, ...attacker, signal: leaving.signal }).catch(() => 'left')
    await expect.poll(countDrawing, { timeout: 20_000 }).toBe(1)
    leaving.abort()
    expect(await bomb).toBe('left')
    // It ends by itself after five seconds.
    await expect.poll(countDrawing, { timeout: 3_000 }).toBe(0)
    expect((await sendAvatar({ drawing: MODEST, ...attacker })).errno).toBeUndefined()
  })

  it('[F-20] failed drawings count against their account: after five it waits, and others do not', { timeout: 60_000 }, async () => {
    const attacker = anAttacker()
    for (let at = 0; at < 5; at++) expect((await sendAvatar({ drawing: BROKEN, ...attacker })).errno).toBe(ERRORS.FILE_BROKEN.errno)
    expect((await sendAvatar({ drawing: MODEST, ...attacker })).errno).toBe(ERRORS.TOO_MANY_REQUESTS.errno)
    expect((await sendAvatar({ drawing: MODEST, who: bob, ip: attacker.ip })).errno).toBeUndefined()
    server.clock.advance(601)
    expect((await sendAvatar({ drawing: MODEST, ...attacker })).errno).toBeUndefined()
  })

  it('[F-20] failed drawings count against their address too, whatever accounts send them', { timeout: 60_000 }, async () => {
    const attacker = anAttacker()
    for (let at = 0; at < 4; at++) await sendAvatar({ drawing: BROKEN, ...attacker })
    await server.context.db.updateTable('try_count').set({ tries: 20 }).where('tries', '=', 4).execute()
    expect((await sendAvatar({ drawing: MODEST, who: bob, ip: attacker.ip })).errno).toBe(ERRORS.TOO_MANY_REQUESTS.errno)
    expect((await sendAvatar({ drawing: MODEST, who: bob, ip: ELSEWHERE })).errno).toBeUndefined()
  })
})
