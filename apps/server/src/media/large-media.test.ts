/** @module-tag more */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type StoredFile } from '@plinth/api'
import { FILE_LIMITS, loginText, toAddress } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeNode, startFakeNode } from '../../test/chain/fake-node.ts'
import { startIpfsNode, startS3 } from '../../test/content/content-stores.ts'
import { aFilm } from '../../test/content/files.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { ServerProcess } from '../../test/kill/server-process.ts'
import { fakeChain, PEOPLE, TEST_KEYS } from '../../test/market/harness.ts'
import type { StorageConfig } from '../content/content-store.ts'
import { findFreePort } from '../process/free-port.ts'

const TOKEN = 'of-this-node-alone'
const AT_ONCE = 4
/** Memory above the idle level while the server sends four films of 31 MB: less than half of them. */
const MOST_GROWTH = { in: 60_000_000, out: 45_000_000 }

/** Films of the largest size, which differ in their first block. */
const REST = randomBytes(FILE_LIMITS.multiple - aFilm().length)
const aFilmOf = (number: number): Uint8Array<ArrayBuffer>[] => {
  const frames = Buffer.from(REST)
  frames.write(String(number).padStart(8))
  return [new Uint8Array(aFilm(frames))]
}

type Opened = { readonly storage: StorageConfig; close(): Promise<void> }
const STORES: [string, () => Promise<Opened>][] = [
  ['disk', async () => ({ storage: { kind: 'disk' }, close: async () => undefined })],
  [
    'an S3 storage',
    async () => {
      const s3 = await startS3()
      return { storage: s3.config, close: s3.close }
    },
  ],
  [
    'an IPFS node',
    async () => {
      const node = await startIpfsNode(TOKEN)
      return { storage: { kind: 'ipfs', api: node.url, token: TOKEN }, close: node.close }
    },
  ],
]

describe.each(STORES)('films of 30 MB on %s, with a server in a process of its own', (_, open) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-large-'))
  let opened: Opened
  let database: TestDatabase
  let node: FakeNode
  let server: ServerProcess
  let url: string
  let api: ReturnType<typeof createClient>

  beforeAll(async () => {
    opened = await open()
    database = await openTestDatabase()
    node = await startFakeNode(31337, Math.floor(Date.now() / 1_000))
    const [port, limits] = [await findFreePort(), { uploadBytesPerDay: 1e15, uploadsPerIp: 1e6 }]
    const market = { host: '127.0.0.1', port, dataDir, databaseUrl: database.url, chains: [fakeChain(node.url)], keys: TEST_KEYS }
    server = await ServerProcess.start({ ...market, storage: opened.storage, limits })
    url = `http://localhost:${port}`
    const guest = createClient({ baseUrl: url })
    const [{ loginMessage }, timestamp] = [await guest.config.fetch({}), Math.floor(Date.now() / 1_000)]
    const signature = await PEOPLE.alice.signMessage({ message: loginText(loginMessage, timestamp) })
    const { token } = await guest.user.login({ address: toAddress(PEOPLE.alice.address), signature, timestamp })
    api = createClient({ baseUrl: url, token: () => token })
  })
  afterAll(async () => {
    await server?.stop()
    await database?.close()
    await node?.close()
    await opened?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const upload = (number: number): Promise<StoredFile> =>
    api.storage.upload({}, { files: [new File(aFilmOf(number), 'film.mp4', { type: 'video/mp4' })] })
  /** Response headers are received, and none of the body is read. */
  const ask = (path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => get(url + path, { headers, agent: false }, resolve).on('error', reject))

  /** The peak until memory stops growing; between two samples, only `floor` and more counts. */
  async function settled(floor?: number): Promise<number> {
    let most = 0
    for (let quiet = 0; quiet < 4; ) {
      await sleep(500)
      const now = await server.mostHeld(floor)
      quiet = now > most + 500_000 ? 0 : quiet + 1
      most = Math.max(most, now)
    }
    return most
  }

  it('go through it block by block, many at once: in, and out whole or in parts, as fast as they are read', {
    timeout: 240_000,
  }, async () => {
    await hashOf(await ask((await upload(0)).url))
    await settled()
    const atRest = await server.mostHeld()
    const tooMuch = atRest + MOST_GROWTH.out
    await server.mostHeld(tooMuch)

    const numbers = Array.from({ length: AT_ONCE }, (_, at) => at + 1)
    const stored = await Promise.all(numbers.map(upload))
    expect(stored.map(({ size, type }) => [size, type])).toEqual(numbers.map(() => [31_457_280, 'video/mp4']))
    expect((await server.mostHeld(tooMuch)) - atRest).toBeLessThan(MOST_GROWTH.in)

    // A client that does not read yet must not cause its film to be buffered in memory.
    const skipped = (at: number): number => (at % 2 ? 1_000_000 : 0)
    const answers = await Promise.all(stored.map((film, at) => ask(film.url, skipped(at) ? { range: `bytes=${skipped(at)}-` } : {})))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(numbers.map((_, at) => (skipped(at) ? 206 : 200)))
    const waiting = await settled(tooMuch)
    expect(await Promise.all(answers.map(hashOf))).toEqual(numbers.map((number, at) => sha256(number, skipped(at))))
    expect(Math.max(waiting, await server.mostHeld(tooMuch)) - atRest).toBeLessThan(MOST_GROWTH.out)
  })
})

function sha256(number: number, skip: number): string {
  return createHash('sha256')
    .update(Buffer.concat(aFilmOf(number)).subarray(skip))
    .digest('hex')
}

async function hashOf(answer: IncomingMessage): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of answer) hash.update(chunk)
  return hash.digest('hex')
}
