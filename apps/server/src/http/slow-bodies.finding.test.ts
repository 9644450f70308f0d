import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { multipart } from '../../test/content/files.ts'
import { openTestServer, PEOPLE, type TestServer } from '../../test/market/harness.ts'

let server: TestServer
let port: number
let token: string
beforeAll(async () => {
  server = await openTestServer()
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
  token = (await server.signIn(PEOPLE.alice)).token
})
afterAll(() => server?.close())

let socket: Socket | undefined
afterEach(() => {
  vi.useRealTimers()
  socket?.destroy()
})

const form = multipart([{ name: 'file', filename: 'a.png', content: Buffer.alloc(100_000) }])
type Slow = { path: string; type: string; body: Buffer; timeoutS: number }
const CASES: Readonly<Record<string, Slow>> = {
  'a form': { path: '/user/info', type: 'application/x-www-form-urlencoded', body: Buffer.from('address=0x12'), timeoutS: 30 },
  JSON: { path: '/user/info', type: 'application/json', body: Buffer.from('{"address":"0x12"}'), timeoutS: 30 },
  'a file': { path: '/storage/upload', type: String(form.options.headers?.['content-type']), body: form.body, timeoutS: 120 },
}

/** Sends all but the end, and waits until the server has seen that much. */
async function sendHalf({ path, type, body }: Slow): Promise<{ opened: Socket; answer: () => string }> {
  const opened = connect(port, '127.0.0.1')
  socket = opened
  let answer = ''
  opened.on('data', (chunk) => {
    answer += String(chunk)
  })
  opened.on('error', () => undefined)
  const seen = once(server.app.server, 'request')
  const head = { host: 'plinth.test', 'finger-nft-token': token, 'content-type': type, 'content-length': String(body.length) }
  const lines = Object.entries(head).map((line) => line.join(': '))
  opened.write(`POST /api${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  opened.write(body.subarray(0, -2))
  const [request] = (await seen) as [{ socket: Socket }]
  await expect.poll(() => request.socket.bytesRead).toBeGreaterThan(body.length)
  return { opened, answer: () => answer }
}

const ofLevel = (level: string) => server.logged.filter((line) => JSON.parse(line).level === level)
async function until(isTrue: () => boolean): Promise<void> {
  for (let turns = 0; !isTrue() && turns < 100_000; turns++) await turn()
}

describe.each(Object.entries(CASES))('%s whose end does not come', (_, slow) => {
  it('[F-25] is answered 408 of our own kind after the time of its call, without an error in the log', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const errors = ofLevel('error').length
    const { opened, answer } = await sendHalf(slow)
    vi.advanceTimersByTime(slow.timeoutS * 1_000 - 1)
    expect(answer()).toBe('')
    vi.advanceTimersByTime(2)
    // The rest of the body has 2 s more.
    await until(() => {
      vi.advanceTimersByTime(1)
      return opened.readyState === 'closed'
    })
    expect(answer()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i)
    expect(JSON.parse(answer().split('\r\n\r\n')[1] ?? '')).toEqual({
      errno: 408,
      errmsg: 'The request arrived too slowly. Check the connection and send it again.',
      code: 'REQUEST_TOO_SLOW',
    })
    expect(ofLevel('error').slice(errors)).toEqual([])
  })

  it('[F-25] leaves no error in the log when its sender goes away', async () => {
    const errors = ofLevel('error').length
    const { opened } = await sendHalf(slow)
    const slowCalls = () => ofLevel('info').filter((line) => line.includes('"errno":408')).length
    const before = slowCalls()
    opened.destroy()
    await expect.poll(() => connections()).toBe(0)
    if (slow.path === '/storage/upload') await expect.poll(slowCalls).toBe(before + 1)
    expect(ofLevel('error').slice(errors)).toEqual([])
  })
})

function connections(): Promise<number> {
  return new Promise((resolve) => server.app.server.getConnections((_, count) => resolve(count)))
}
