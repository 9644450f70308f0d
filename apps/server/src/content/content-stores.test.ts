/** @module-tag more */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ERRORS } from '@plinth/api'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type IpfsNode, type S3Server, startBreakingWire, startIpfsNode, startS3, type Wire } from '../../test/content/content-stores.ts'
import { aPng, aWav, multipart } from '../../test/content/files.ts'
import { openTestServer, PEOPLE, TEST_KEYS, type TestServer } from '../../test/market/harness.ts'
import { operate } from '../../test/operator/operate.ts'
import { startServer } from '../main.ts'
import { examine } from '../operator/doctor.ts'
import { createLogger } from '../process/log.ts'
import { cidOf } from './cid.ts'
import { ContentMissing, type ContentStore, ContentStoreFault, type StorageConfig } from './content-store.ts'
import { createDiskStore } from './disk-store.ts'
import { createIpfsStore } from './ipfs-store.ts'
import { createS3Store } from './s3-store.ts'

const TOKEN = 'of-this-node-alone'
const QUICK = { timeoutMs: 20_000, pauseMs: 5 }
const folder = mkdtempSync(join(tmpdir(), 'plinth-stores-'))
let s3: S3Server
let node: IpfsNode

beforeAll(async () => {
  s3 = await startS3()
  node = await startIpfsNode(TOKEN)
})
afterAll(async () => {
  await s3?.close()
  await node?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function aFile(bytes: Buffer): Promise<{ path: string; cid: string }> {
  const path = join(folder, randomBytes(8).toString('hex'))
  writeFileSync(path, bytes)
  return { path, cid: await cidOf(path) }
}

const open = {
  disk: () => createDiskStore(join(folder, 'media')),
  s3: () => createS3Store(s3.config, QUICK),
  ipfs: () => createIpfsStore({ kind: 'ipfs', api: node.url, token: TOKEN }, QUICK),
} satisfies Record<string, () => ContentStore>

describe.each(['disk', 's3', 'ipfs'] as const)('contents on %s', (kind) => {
  /** Several blocks, the last one not full. */
  const bytes = randomBytes(700_001)
  const store = () => open[kind]()

  it('come back as they were, whole and in parts', async () => {
    const { path, cid } = await aFile(bytes)
    await store().put(cid, path)
    expect(existsSync(path)).toBe(false)
    expect((await buffer(await store().read(cid))).equals(bytes)).toBe(true)
    for (const [start, end] of [
      [0, 9],
      [262_140, 262_150],
      [100, 600_000],
      [700_000, 700_000],
    ] as const)
      expect((await buffer(await store().read(cid, { start, end }))).equals(bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
  })

  it('may be given twice, and are gone when removed, however often', async () => {
    const { path, cid } = await aFile(bytes)
    await store().put(cid, path)
    await store().put(cid, (await aFile(bytes)).path)
    await store().remove(cid)
    await expect(store().read(cid)).rejects.toThrow(ContentMissing)
    await store().remove(cid)
    await store().examine()
  })
})

describe('an S3 storage', () => {
  let wire: Wire
  afterEach(() => wire?.close())
  const throughWire = () => createS3Store({ ...s3.config, endpoint: wire.url }, QUICK)

  it('gets a content whose connection broke in the middle in the next try', async () => {
    wire = await startBreakingWire(s3.config.endpoint, 200_000)
    const bytes = randomBytes(2_000_000)
    const { path, cid } = await aFile(bytes)
    wire.cuts = 2
    await throughWire().put(cid, path)
    expect(wire.connections).toBeGreaterThan(1)
    expect((await buffer(await open.s3().read(cid))).equals(bytes)).toBe(true)
  })

  it('takes a content whole that never came through, or came through in part', async () => {
    wire = await startBreakingWire(s3.config.endpoint, 200_000)
    const bytes = randomBytes(2_000_000)
    const { path, cid } = await aFile(bytes)
    wire.cuts = 9
    await expect(throughWire().put(cid, path)).rejects.toThrow(/^The S3 storage does not answer/)
    expect(existsSync(path)).toBe(true)
    wire.cuts = 0
    await throughWire().put(cid, path)
    expect((await buffer(await open.s3().read(cid))).equals(bytes)).toBe(true)
  })

  it('says what may be wrong with its key, and never the key', async () => {
    const store = createS3Store({ ...s3.config, secretAccessKey: 'another-secret' }, QUICK)
    const { path, cid } = await aFile(randomBytes(100))
    const fault = await store.put(cid, path).catch((error: Error) => error)
    expect(fault).toBeInstanceOf(ContentStoreFault)
    expect(String(fault)).toMatch(/answers 403 .* are key, secret and region right/)
    expect(JSON.stringify([fault, String((fault as Error).stack)])).not.toContain('another-secret')
    expect(s3.has(cid)).toBe(false)
  })
})

describe('an IPFS node', () => {
  afterEach(() => Object.assign(node, { lie: undefined, isFull: false, isSilent: false }))
  const stored = async (store: ContentStore) => {
    const { path, cid } = await aFile(randomBytes(700_001))
    await store.put(cid, path)
    return cid
  }

  it('pins each content under the very address it has here', async () => {
    const cid = await stored(open.ipfs())
    expect([node.pins.has(cid), node.blocks.has(cid)]).toEqual([true, true])
  })

  it('gives a content whose blocks hang two deep, and parts of it across the nodes between', { tags: 'more' }, async () => {
    const store = open.ipfs()
    const bytes = Buffer.alloc(46_000_000, randomBytes(65_537))
    const { path, cid } = await aFile(bytes)
    await store.put(cid, path)
    expect((await buffer(await store.read(cid))).equals(bytes)).toBe(true)
    // The first node holds 174 blocks.
    const [start, end] = [45_613_050, 45_613_060]
    expect(await buffer(await store.read(cid, { start, end }))).toEqual(bytes.subarray(start, end + 1))
  })

  it('that gives other bytes, or more than a block, is not believed', async () => {
    const store = open.ipfs()
    const cid = await stored(store)
    node.lie = (block) => block.map((byte, at) => (at === 40 ? byte ^ 1 : byte))
    await expect(store.read(cid)).rejects.toThrow(/gave other bytes/)
    node.lie = undefined
    const begun = await store.read(cid)
    node.lie = (block) => block.subarray(1)
    await expect(buffer(begun)).rejects.toThrow(/gave other bytes/)
    node.lie = () => new Uint8Array(3_000_000)
    await expect(store.read(cid)).rejects.toThrow(/more than was asked for/)
  })

  it('that could not pin, does not know us or says nothing, has not kept it', async () => {
    const { path, cid } = await aFile(randomBytes(1_000))
    node.isFull = true
    await expect(open.ipfs().put(cid, path)).rejects.toThrow(`The IPFS node did not keep ${cid}.`)
    node.isFull = false
    const outsider = createIpfsStore({ kind: 'ipfs', api: node.url, token: undefined }, QUICK)
    await expect(outsider.put(cid, path)).rejects.toThrow(/answers 403/)
    node.isSilent = true
    const hasty = createIpfsStore({ kind: 'ipfs', api: node.url, token: TOKEN }, { timeoutMs: 50, pauseMs: 1 })
    await expect(hasty.put(cid, path)).rejects.toThrow(/does not answer/)
    expect(existsSync(path)).toBe(true)
  })
})

describe('a market whose contents lie elsewhere', () => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await openTestServer({ storage: s3.config })
    token = (await server.signIn(PEOPLE.alice)).token
  })
  afterAll(() => server?.close())
  const upload = async (content: Buffer) => {
    const { body, options } = multipart([{ name: 'file', filename: 'x', content }], token)
    const answer = await server.post('/storage/upload', body, options)
    return { errno: answer.errno, ...(answer.data as { url: string; key: string } | undefined) }
  }
  const get = (url = '', headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers })

  it('serves them whole, in parts and small, and keeps no file of its own', async () => {
    const wav = aWav(60)
    const sound = await upload(wav)
    expect(s3.has(sound.key ?? '')).toBe(true)
    expect((await get(sound.url)).rawPayload.equals(wav)).toBe(true)
    const part = await get(sound.url, { range: 'bytes=1000-1999' })
    expect([part.statusCode, part.headers['content-range'], part.rawPayload.equals(wav.subarray(1_000, 2_000))]).toEqual([
      206,
      `bytes 1000-1999/${wav.length}`,
      true,
    ])
    const picture = await upload(await aPng(500, 400))
    const copy = await get(`${picture.url}!100x100`)
    expect([copy.statusCode, copy.headers['content-type']]).toEqual([200, 'image/webp'])
    const { cid } = await server.context.media.putJson(server.context.db, '{"name":"雪"}')
    expect((await get(`/ipfs/${cid}`)).json()).toEqual({ name: '雪' })
    const { media, config } = server.context
    expect([await readdir(media.incoming), existsSync(join(config.mediaDir, 'content'))]).toEqual([[], false])
  })

  it('does not start where its storage refuses it, and starts, with a word in its log, while it is away', {
    timeout: 60_000,
    tags: 'more',
  }, async () => {
    if (s3.config.kind !== 's3') throw new Error('no S3')
    const lines: string[] = []
    const start = (storage: StorageConfig) => {
      const dataDir = mkdtempSync(join(folder, 'start-'))
      const log = createLogger((line) => lines.push(line))
      return startServer({
        host: '127.0.0.1',
        port: 0,
        dataDir,
        databaseUrl: server.database.url,
        chains: server.context.config.chains,
        keys: TEST_KEYS,
        storage,
        log,
      })
    }
    await expect(start({ ...s3.config, secretAccessKey: 'another' })).rejects.toThrow(/^The S3 storage answers 403/)
    await expect(start({ ...s3.config, bucket: 'nowhere' })).rejects.toThrow(/^The S3 storage answers 404/)
    const away = await start({ ...s3.config, endpoint: 'http://127.0.0.1:9' })
    await away.stop()
    expect(lines.filter((line) => line.includes('"storage away"'))).toHaveLength(1)
  })

  it('says that it can’t store or show anything while its storage is away, and the operator learns why', { tags: 'more' }, async () => {
    const png = await aPng()
    const before = await upload(png)
    await server.post('/user/setprofile', { avatar: before.url }, { token })
    await s3.close()
    expect((await upload(await aPng())).errno).toBe(4409)
    const away = await get(before.url)
    expect([away.statusCode, away.headers['cache-control'], away.headers['retry-after']]).toEqual([503, 'no-store', '5'])
    expect(server.logged.filter((line) => line.includes('"storage away"') && line.includes('ECONNREFUSED'))).not.toEqual([])
    const found = await examine(server.context, { isOurs: () => true, keys: undefined, tryMail: undefined })
    expect(found.find(({ about }) => about.en === 'files')).toMatchObject({
      state: 'ill',
      says: { en: 'The S3 storage does not answer (ECONNREFUSED).', zh: 'S3 存储没有响应（ECONNREFUSED）。' },
    })
    await operate(server.context, 'roles', 'grant', '--wallet', PEOPLE.alice.address, '--role', 'operator', '--why', 'a test')
    const asked = { group: 'media', act: 'unused', values: '{}' }
    const refused = await server.post('/operator/look', asked, { token, headers: { 'accept-language': 'zh' } })
    expect(refused).toMatchObject({ errno: ERRORS.OPERATOR_REFUSED.errno, errmsg: '未执行：S3 存储没有响应（ECONNREFUSED）。' })
    expect(await readdir(server.context.media.incoming)).toEqual([])
    s3 = await startS3()
  })
})
