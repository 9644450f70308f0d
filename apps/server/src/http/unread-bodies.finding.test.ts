/** @module-tag more */
import { mkdir, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type ErrorCode } from '@plinth/api'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { multipart } from '../../test/content/files.ts'
import { openTestServer, PEOPLE, type TestServer } from '../../test/market/harness.ts'
import { createDiskCheck } from '../process/disk-watch.ts'
import { transportProblem } from './envelope.ts'

const MEGABYTE = 1_048_576
/** An address that has sent more files than a minute allows. */
const HASTY = '192.0.2.66'

let server: TestServer
let port: number
let token: string
beforeAll(async () => {
  server = await openTestServer({ trustProxy: 1, limits: { uploadsPerIp: 100, fileBytes: 2 * MEGABYTE } })
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
  token = (await server.signIn(PEOPLE.alice)).token
})
afterAll(() => server?.close())

type Early = {
  /** The body, and how much of it is sent before the client waits for the response. */
  path: string
  headers: Record<string, string>
  body: Buffer
  answer: ErrorCode
  before?: () => Promise<void>
  after?: () => Promise<void>
}
const aForm = (part: string, bytes: number) => {
  const { body, options } = multipart([{ name: part, filename: 'a.png', content: Buffer.alloc(bytes) }])
  return { body, headers: { ...options.headers } }
}
const signedIn = () => ({ 'finger-nft-token': token })
const CASES: Readonly<Record<string, () => Early>> = {
  'a form of who has not signed in': () => ({ path: '/storage/upload', ...aForm('file', MEGABYTE), answer: 'NOT_LOGGED_IN' }),
  'a form with a dead token': () => {
    const { body, headers } = aForm('file', MEGABYTE)
    return { path: '/storage/upload', body, headers: { ...headers, 'finger-nft-token': 'x'.repeat(43) }, answer: 'NOT_LOGGED_IN' }
  },
  'a form with a file of another name': () => {
    const { body, headers } = aForm('other', MEGABYTE)
    return { path: '/storage/upload', body, headers: { ...headers, ...signedIn() }, answer: 'BAD_ARGUMENT_VALUE' }
  },
  'a file above the limit': () => {
    const { body, headers } = aForm('file', 8 * MEGABYTE)
    return { path: '/storage/upload', body, headers: { ...headers, ...signedIn() }, answer: 'FILE_TOO_LARGE' }
  },
  'one form too many in a minute': () => {
    const { body, headers } = aForm('file', MEGABYTE)
    return { path: '/storage/upload', body, headers: { ...headers, 'x-forwarded-for': HASTY }, answer: 'TOO_MANY_REQUESTS' }
  },
  'a form that the disk does not take': () => {
    const { body, headers } = aForm('file', MEGABYTE)
    const { incoming } = server.context.media
    return {
      path: '/storage/upload',
      body,
      headers: { ...headers, ...signedIn() },
      answer: 'INTERNAL',
      // The write fails in the middle of the body, as on a full disk.
      before: () => rm(incoming, { recursive: true }),
    }
  },
  'a call that does not exist': () => ({ path: '/storage/nothing', ...aForm('file', MEGABYTE), answer: 'NOT_FOUND' }),
  'a body of another type': () => ({
    path: '/user/info',
    body: Buffer.alloc(MEGABYTE),
    headers: { 'content-type': 'image/png' },
    answer: 'BAD_ARGUMENT_VALUE',
  }),
  'a JSON body above the limit': () => ({
    path: '/user/info',
    body: Buffer.alloc(MEGABYTE, ' '),
    headers: { 'content-type': 'application/json' },
    answer: 'BAD_ARGUMENT_VALUE',
  }),
}

/** A keep-alive connection as a proxy uses it. */
class Connection {
  readonly socket: Socket = connect(port, '127.0.0.1')
  isClosed = false
  private text = ''

  constructor() {
    this.socket.on('data', (chunk) => {
      this.text += chunk.toString('latin1')
    })
    this.socket.on('error', () => undefined)
    this.socket.on('close', () => {
      this.isClosed = true
    })
  }

  send({ path, headers, body }: Pick<Early, 'path' | 'headers' | 'body'>, sent = body.length): void {
    const lines = Object.entries({ host: 'plinth.test', ...headers, 'content-length': String(body.length) })
    this.socket.write(`POST /api${path} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`)
    this.socket.write(body.subarray(0, sent))
  }

  /** The next full response, undefined when the connection ends or 5 s pass without one. */
  async receive(): Promise<{ head: string; errno: number | undefined } | undefined> {
    for (const began = Date.now(); Date.now() - began < 5_000; ) {
      const [head = '', rest] = this.text.split('\r\n\r\n', 2)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (rest !== undefined && rest.length >= length) {
        this.text = this.text.slice(head.length + 4 + length)
        return { head, errno: head.includes('json') ? (JSON.parse(rest.slice(0, length)) as { errno?: number }).errno : undefined }
      }
      if (this.isClosed) return undefined
      await sleep(10)
    }
    return undefined
  }
}

describe.each(Object.entries(CASES))('%s', (name, make) => {
  const isHasty = name.startsWith('one form too many')
  // The size limit needs the whole file: no response while its body is incomplete.
  const isMeasured = name.startsWith('a file above')
  let connection: Connection | undefined
  afterEach(async () => {
    connection?.socket.destroy()
    await mkdir(server.context.media.incoming, { recursive: true })
  })
  const spend = async () => {
    for (let at = 0; isHasty && at < 100; at++) await server.post('/storage/upload', '', { headers: { 'x-forwarded-for': HASTY } })
  }

  it('[F-31] leaves the connection to the next request, once its body has come', { timeout: 60_000 }, async () => {
    const early = make()
    await early.before?.()
    await spend()
    connection = new Connection()
    connection.send(early)
    expect((await connection.receive())?.errno).toBe(ERRORS[early.answer].errno)
    connection.send({ path: '/config/fetch', headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') })
    const next = await connection.receive()
    // A response that closes the connection says so: then a proxy opens another.
    if (!next) expect(connection.isClosed).toBe(true)
    else expect(next.errno).toBeUndefined()
  })

  if (!isMeasured)
    it('[F-31] is answered while its body does not come, and its connection closed', { timeout: 60_000 }, async () => {
      const early = make()
      await early.before?.()
      await spend()
      connection = new Connection()
      // Enough for the server to detect the error.
      connection.send(early, Math.max(Math.floor(early.body.length * 0.9), 300_000))
      const answer = await connection.receive()
      expect(answer?.errno).toBe(ERRORS[early.answer].errno)
      expect(answer?.head.toLowerCase()).toContain('connection: close')
      await expect.poll(() => connection?.isClosed, { timeout: 3_000 }).toBe(true)
    })
})

describe('a disk', () => {
  it.each(['ENOSPC', 'EDQUOT', '53100'])('[F-31] that is full (%s) is said to be full', (code) => {
    expect(transportProblem(Object.assign(new Error('full'), { code }))?.code).toBe('STORAGE_FULL')
  })

  it('[F-31] is warned of before it is full, once an hour, and counted', async () => {
    let free = 10_000_000_000n
    const checkDisk = createDiskCheck(server.context, async () => free)
    const said = () =>
      server.logged.filter((line) => line.includes('disk nearly full')).map((line) => JSON.parse(line) as { level: string })
    await checkDisk()
    expect(said()).toEqual([])
    free = 1_000_000_000n
    await checkDisk()
    await checkDisk()
    expect(said()).toMatchObject([{ level: 'warn', freeMib: 953 }])
    expect(await server.context.metrics.registry.metrics()).toContain('plinth_disk_free_bytes 1000000000')
    free = 1_000_000n
    await checkDisk()
    expect(said()).toMatchObject([{ level: 'warn' }, { level: 'error', freeMib: 0 }])
    server.clock.advance(3_601)
    await checkDisk()
    expect(said()).toHaveLength(3)
  })
})
