import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readMetadata } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { MemoryBlockstore } from 'blockstore-core'
import { importer } from 'ipfs-unixfs-importer'
import { CID } from 'multiformats/cid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bytes, type Tx, transact } from '../src/db/database.ts'
import { readDueMetadata } from '../src/modules/items/metadata.ts'
import { forgetMetadata, forgetMetadataRange, sweepRanges } from '../src/modules/items/metadata-due.ts'
import { createFetcher, type Fetcher } from '../src/modules/metadata/fetcher.ts'
import { aPng } from './files.ts'
import { openTestServer, type TestServer } from './harness.ts'

const COLLECTION = toAddress(`0x${'cd'.repeat(20)}`)
const CHAIN = 31337

let web: Server
let port = 0
let hits: string[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void
let fetcher: Fetcher
let server: TestServer
/** What the contract answers. */
const uris = new Map<string, string>()

beforeAll(async () => {
  web = createServer((request, response) => {
    hits.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
  port = (web.address() as { port: number }).port
  fetcher = createFetcher({ ports: [port], resolve: async () => ['127.0.0.1'], isAllowed: (address) => address === '127.0.0.1' })
  server = await openTestServer({ fetcher, gateways: { ipfs: [`http://localhost:${port}`], arweave: [`http://localhost:${port}/ar`] } })
  server.context.chains.get(CHAIN).client.readContract = (async ({ functionName, args }: { functionName: string; args: [bigint] }) =>
    uris.get(`${functionName}:${args[0]}`) ?? '') as never
})
beforeEach(() => {
  hits = []
  answer = (_, response) => response.writeHead(404).end()
})
afterEach(async () => {
  await server.context.db.deleteFrom('item').execute()
  uris.clear()
})
afterAll(async () => {
  await server.close()
  await fetcher.close()
  web.closeAllConnections()
  web.close()
})

async function addItem(tokenId: bigint, standard = 3, metadata = ''): Promise<void> {
  const none = { supply: 1n, creator: bytes(COLLECTION), name: '', metadata_url: '', metadata, media_kind: 'unknown' } as const
  const flags = { is_declared: false, is_confirmed: true, is_visible: true, is_on_sale: false } as const
  const rest = { width: 0, height: 0, royalties: '[]', declared_royalties: '[]', declared_at: 0, created_at: 1, traded_at: 0 }
  await server.context.db
    .insertInto('item')
    .values({
      chain_id: CHAIN,
      collection: bytes(COLLECTION),
      token_id: tokenId,
      standard,
      metadata_next_at: 0,
      ...none,
      ...flags,
      ...rest,
    })
    .execute()
}
const itemOf = (tokenId: bigint) =>
  server.context.db.selectFrom('item').selectAll().where('token_id', '=', tokenId).executeTakeFirstOrThrow()

async function readFrom(uri: string, standard = 3) {
  uris.set(`${standard === 2 ? 'uri' : 'tokenURI'}:1`, uri)
  await addItem(1n, standard)
  await readDueMetadata(server.context)
  const row = await itemOf(1n)
  return { row, read: readMetadata(row.metadata) }
}
const json = (value: unknown, type = 'application/json') => {
  answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(typeof value === 'string' ? value : JSON.stringify(value))
}
const site = () => `http://art.example:${port}`

describe('token URIs', () => {
  it('are read over http, with a picture that becomes ours', async () => {
    const png = await aPng(60, 40)
    answer = (request, response) => {
      if (request.url === '/1.png') response.writeHead(200, { 'content-type': 'image/png' }).end(png)
      else
        response.end(
          JSON.stringify({
            name: 'Heron',
            description: 'Ink',
            image: `${site()}/1.png`,
            attributes: [{ trait_type: 'Year', value: 1901 }],
          }),
        )
    }
    const { row, read } = await readFrom(`${site()}/1.json`)
    expect(row).toMatchObject({ name: 'Heron', media_kind: 'image', width: 60, height: 40, metadata_next_at: null, metadata_tries: 0 })
    expect(read).toMatchObject({ description: 'Ink', attributes: [{ key: 'Year', value: '1901' }] })
    const cid = read.image.replace('ipfs://', '')
    expect((await server.app.inject({ url: `/ipfs/${cid}` })).rawPayload).toEqual(png)
  })

  it('[API-80] put the id where an ERC1155 says {id}, as 64 hex digits', async () => {
    json({ name: 'Edition' })
    const { row } = await readFrom(`${site()}/{id}.json`, 2)
    expect([hits[0], row.name]).toEqual([`/${'1'.padStart(64, '0')}.json`, 'Edition'])
  })

  it('carry their text in themselves (data:), their picture too', async () => {
    const image = `data:image/png;base64,${(await aPng(20, 20)).toString('base64')}`
    const uri = `data:application/json;base64,${Buffer.from(JSON.stringify({ name: 'On chain ✓', image })).toString('base64')}`
    const { row, read } = await readFrom(uri)
    expect([row.name, row.width, row.media_kind]).toEqual(['On chain ✓', 20, 'image'])
    expect(read.image).toMatch(/^ipfs:\/\/baf/)
    expect(hits).toEqual([])
  })

  it('have their drawing made pixels: what is served is never SVG, whatever script was in it', async () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><script>alert(1)</script><rect width="4" height="3"/></svg>'
    const svg = `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`
    const { row, read } = await readFrom(`data:application/json,${encodeURIComponent(JSON.stringify({ name: 'S', image: svg }))}`)
    expect(row).toMatchObject({ name: 'S', media_kind: 'image', width: 1_200, height: 900 })
    const { headers, rawPayload } = await server.app.inject({ url: `/ipfs/${read.image.replace('ipfs://', '')}` })
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'content-security-policy': "default-src 'none'; sandbox" })
    expect(/svg|alert/.test(rawPayload.toString('latin1'))).toBe(false)
  })

  it('leave out a picture that could act or is none: HTML, an entity bomb, a program', async () => {
    const bomb = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>'
    for (const image of ['<html><script>alert(1)</script></html>', bomb, '\x7fELF'].map(
      (body) => `data:image/png,${encodeURIComponent(body)}`,
    )) {
      const { row, read } = await readFrom(`data:application/json,${encodeURIComponent(JSON.stringify({ name: 'S', image }))}`)
      expect([row.name, read.image, row.media_kind]).toEqual(['S', '', 'unknown'])
      await server.context.db.deleteFrom('item').execute()
    }
  })

  it('are read from Arweave through its gateway', async () => {
    json({ name: 'Kept' })
    const id = 'a'.repeat(43)
    expect((await readFrom(`ar://${id}/meta.json`)).row.name).toBe('Kept')
    expect(hits).toEqual([`/ar/${id}/meta.json`])
  })
})

describe('IPFS', () => {
  /** What the store knows a block by; its CID may come in several versions. */
  const hashOf = (cid: CID) => Buffer.from(cid.multihash.digest).toString('hex')
  /** A gateway that gives blocks, made by the reference importer. */
  async function publish(
    files: { path: string; content: Buffer }[],
    options = {},
  ): Promise<{ root: CID; blocks: Map<string, Uint8Array> }> {
    const store = new MemoryBlockstore()
    let root: CID | undefined
    for await (const entry of importer(files, store, { wrapWithDirectory: true, ...options })) root = entry.cid
    const blocks = new Map<string, Uint8Array>()
    for await (const { cid, bytes: parts } of store.getAll())
      blocks.set(hashOf(cid), await new Response(ReadableStream.from(parts)).bytes())
    if (!root) throw new Error('Nothing was imported')
    return { root, blocks }
  }
  const serve = (blocks: Map<string, Uint8Array>, change: (block: Uint8Array) => Uint8Array = (block) => block) => {
    answer = (request, response) => {
      const [, cid = ''] = /^\/ipfs\/(\w+)\?format=raw$/.exec(request.url ?? '') ?? []
      const block = blocks.get(hashOf(CID.parse(cid)))
      if (!block) response.writeHead(404).end()
      else response.writeHead(200, { 'content-type': 'application/vnd.ipld.raw' }).end(change(block))
    }
  }
  const file = (name: string) => Buffer.from(JSON.stringify({ name, description: 'x'.repeat(9_000) }))

  it.each([
    ['one block', {}],
    [
      'many blocks',
      {
        chunker: async function* (source: AsyncIterable<Uint8Array>) {
          for await (const part of source) for (let at = 0; at < part.length; at += 500) yield part.subarray(at, at + 500)
        },
      },
    ],
    ['version 0 addresses', { cidVersion: 0, rawLeaves: false }],
    ['a sharded folder', { shardSplitThresholdBytes: 1 }],
  ])('is verified block by block: %s', async (_, options) => {
    const { root, blocks } = await publish(
      [1, 2, 3].map((id) => ({ path: `${id}.json`, content: file(`Leaf ${id}`) })),
      options,
    )
    serve(blocks)
    expect((await readFrom(`ipfs://ipfs/${root}/2.json`)).row.name).toBe('Leaf 2')
    expect(hits.every((url) => url.endsWith('?format=raw'))).toBe(true)
  })

  it('believes no gateway that changes a block', async () => {
    const { root, blocks } = await publish([{ path: '1.json', content: file('True') }])
    serve(blocks, (block) => Buffer.from(Buffer.from(block).toString('latin1').replace('True', 'Lies'), 'latin1'))
    const { row } = await readFrom(`ipfs://${root}/1.json`)
    expect([row.name, row.metadata, row.metadata_tries]).toEqual(['', '', 1])
  })

  it('believes a gateway without blocks, for it has nothing to compare with, and says so in the log', async () => {
    answer = (request, response) => {
      if (request.url?.includes('format=raw')) response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>no</h1>')
      else response.end(JSON.stringify({ name: 'Believed' }))
    }
    const { root } = await publish([{ path: '1.json', content: file('x') }])
    expect((await readFrom(`ipfs://${root}/1.json`)).row.name).toBe('Believed')
    expect(server.logged.join('\n')).toContain('metadata believed')
  })

  it('is not followed into endless or foreign structures', async () => {
    const { root, blocks } = await publish([{ path: 'deep/1.json', content: file('x') }])
    serve(blocks)
    for (const uri of [
      `ipfs://${root}`,
      `ipfs://${root}/deep`,
      `ipfs://${root}/../../etc/passwd`,
      `ipfs://${root}/${'a/'.repeat(50)}`,
      'ipfs://nothing',
      'ipfs://',
    ]) {
      const { row } = await readFrom(uri)
      expect(row.metadata, uri).toBe('')
      await server.context.db.deleteFrom('item').execute()
    }
  })

  it('takes what lies in our own store from there', async () => {
    const { cid } = await server.context.media.putJson(server.context.db, '{"name":"Ours"}')
    expect((await readFrom(`ipfs://${cid}`)).row.name).toBe('Ours')
    expect(hits).toEqual([])
  })
})

describe('hostile texts', () => {
  it.each([
    ['no JSON', 'hello'],
    ['a list', '[1]'],
    ['null', 'null'],
    ['nested too deeply', `{"name":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['too many values', `{"name":"x","a":[${'0,'.repeat(30_000)}0]}`],
    ['cut off', '{"name":"x'],
    ['nothing', ''],
  ])('are refused for good: %s', async (_, body) => {
    json(body)
    const { row } = await readFrom(`${site()}/x.json`)
    expect(row).toMatchObject({ metadata: '', name: '', metadata_next_at: null })
  })

  it('are refused where they are pages, and where they are too large', async () => {
    json('{"name":"x"}', 'text/html')
    expect((await readFrom(`${site()}/x`)).row).toMatchObject({ metadata: '', metadata_next_at: null })
    await server.context.db.deleteFrom('item').execute()
    json({ name: 'x', filler: 'y'.repeat(2_000_000) })
    expect((await readFrom(`${site()}/x`)).row).toMatchObject({ metadata: '', metadata_tries: 1 })
  })

  it('are kept in bounds, readable, and without what acts or hides', async () => {
    json({
      name: `\u202Egnp.\u0000Heron\u200B\n\uFEFF ${'z\u0301\u0301\u0301\u0301\u0301\u0301\u0301'}${'n'.repeat(5_000)}`,
      description: `line one\nline two\u0007${'d'.repeat(50_000)}`,
      image: 'javascript:alert(1)',
      animation_url: `http://x.example/${'a'.repeat(5_000)}`,
      external_url: 'data:text/html,<script>',
      attributes: Array.from({ length: 500 }, (_, index) => ({ trait_type: `k${index}`, value: 'v'.repeat(1_000) })),
      __proto__: { polluted: true },
      filler: { secret: 'y'.repeat(10_000) },
    })
    const { row, read } = await readFrom(`${site()}/x`)
    expect(row.name).toHaveLength(200)
    expect(row.name.startsWith('gnp. Heron z\u0301\u0301\u0301\u0301n')).toBe(true)
    expect(read.description.startsWith('line one\nline two')).toBe(true)
    expect(read.description).toHaveLength(10_000)
    expect(read).toMatchObject({ image: '', animationUrl: '' })
    expect(read.attributes).toHaveLength(100)
    expect(JSON.parse(row.metadata)).toMatchObject({ external_url: '' })
    expect(row.metadata).not.toContain('secret')
    expect(row.metadata.length).toBeLessThan(90_000)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('keep emoji, joined scripts and Han as they are', async () => {
    const name = '👩‍🎨 雪の桜 می‌خواهم é'
    json({ name })
    expect((await readFrom(`${site()}/x`)).row.name).toBe(name)
  })

  it('that the node makes up: a megabyte, NUL, half a character', async () => {
    for (const uri of [`https://x.example/${'a'.repeat(1_000_000)}`, 'ipfs://\u0000', `${site()}/\uD800`, 'x'.repeat(1_000_000)]) {
      const { row } = await readFrom(uri)
      expect(row.metadata).toBe('')
      expect(row.metadata_url.length).toBeLessThanOrEqual(2_000)
      await server.context.db.deleteFrom('item').execute()
    }
  })

  it('reach nothing inside, whatever the URI', async () => {
    for (const uri of [
      'http://127.0.0.2/x',
      'http://[::1]/x',
      'http://2130706434/',
      'file:///etc/passwd',
      'http://169.254.169.254/',
      'ftp://a/b',
    ]) {
      const { row } = await readFrom(uri)
      expect(row, uri).toMatchObject({ metadata: '', metadata_next_at: null })
      await server.context.db.deleteFrom('item').execute()
    }
    expect(hits).toEqual([])
  })
})

describe('trying again', () => {
  it('waits longer each time and gives up after 13 tries; then what nobody can read is not shown', async () => {
    uris.set('tokenURI:1', `${site()}/gone`)
    await addItem(1n, 3, '{"name":"Declared"}')
    const waits: number[] = []
    for (let turn = 1; turn <= 13; turn++) {
      expect(await readDueMetadata(server.context)).toBe(1)
      expect(await readDueMetadata(server.context)).toBe(0)
      const row = await itemOf(1n)
      expect(row.metadata_tries).toBe(turn)
      if (turn === 13) break
      expect(row.metadata).toBe('{"name":"Declared"}')
      waits.push((row.metadata_next_at ?? 0) - server.clock.now())
      server.clock.advance(waits.at(-1) ?? 0)
    }
    expect(waits.every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0))).toBe(true)
    expect(await itemOf(1n)).toMatchObject({ metadata: '', metadata_next_at: null, metadata_url: `${site()}/gone` })
    expect(hits).toHaveLength(13)
  })

  it('one slow collection does not keep the others waiting', async () => {
    for (let id = 1n; id <= 30n; id++) {
      uris.set(`tokenURI:${id}`, `${site()}/slow`)
      await addItem(id)
    }
    const other = bytes(`0x${'ee'.repeat(20)}`)
    await server.context.db.updateTable('item').set({ collection: other }).where('token_id', '=', 30n).execute()
    await readDueMetadata(server.context)
    const seen = await server.context.db.selectFrom('item').select(['token_id']).where('metadata_tries', '=', 1).execute()
    expect(seen.map((row) => row.token_id)).toContain(30n)
    expect(seen).toHaveLength(6)
  })
})

describe('changes told by the contract', () => {
  const tell = (work: (where: { tx: Tx; chainId: number }) => Promise<void>) =>
    transact(server.context.db, (tx) => work({ tx, chainId: CHAIN }))

  it('MetadataUpdate has one item read again, at most every half minute', async () => {
    json({ name: 'First' })
    await readFrom(`${site()}/1`)
    json({ name: 'Second' })
    await tell((where) => forgetMetadata(where, COLLECTION, 1n))
    expect(await readDueMetadata(server.context)).toBe(0)
    server.clock.advance(31)
    expect(await readDueMetadata(server.context)).toBe(1)
    expect((await itemOf(1n)).name).toBe('Second')
  })

  it('BatchMetadataUpdate over all possible ids costs a note, and is worked off in steps', async () => {
    json({ name: 'x' })
    const rows = Array.from({ length: 450 }, (_, index) => BigInt(index + 1))
    await Promise.all(rows.map((id) => addItem(id)))
    await server.context.db.updateTable('item').set({ metadata_next_at: null }).execute()
    for (let turn = 0; turn < 20; turn++) await tell((where) => forgetMetadataRange(where, COLLECTION, 0n, 2n ** 256n - 1n))
    expect(await server.context.db.selectFrom('metadata_sweep').selectAll().execute()).toHaveLength(1)
    const due = async () =>
      (await server.context.db.selectFrom('item').select('token_id').where('metadata_next_at', 'is not', null).execute()).length
    expect(await due()).toBe(0)
    const counts = [
      await sweepRanges(server.context.db),
      await due(),
      await sweepRanges(server.context.db),
      await due(),
      await sweepRanges(server.context.db),
      await due(),
    ]
    expect(counts).toEqual([true, 200, true, 400, false, 450])
    expect(await server.context.db.selectFrom('metadata_sweep').selectAll().execute()).toEqual([])
    await tell((where) => forgetMetadataRange(where, COLLECTION, 9n, 3n))
    expect(await server.context.db.selectFrom('metadata_sweep').selectAll().execute()).toEqual([])
  })

  it('what changes while it is being read is read once more', async () => {
    answer = (_, response) => {
      void tell((where) => forgetMetadata(where, COLLECTION, 1n)).then(() => response.end('{"name":"Old"}'))
    }
    await readFrom(`${site()}/1`)
    expect((await itemOf(1n)).metadata_next_at).not.toBeNull()
  })
})

describe('nft.refreshmeta', () => {
  it('[API-80][ITEM-08] has an item read again, and refuses one that is not there', async () => {
    json({ name: 'First' })
    await readFrom(`${site()}/1`)
    json({ name: 'Fresh' })
    server.clock.advance(60)
    expect((await server.post('/nft/refreshmeta', { token: COLLECTION, tokenId: '1', chainId: String(CHAIN) })).errno).toBeUndefined()
    expect(await readDueMetadata(server.context)).toBe(1)
    expect((await itemOf(1n)).name).toBe('Fresh')
    expect((await server.post('/nft/refreshmeta', { token: COLLECTION, tokenId: '99' })).errno).toBe(507)
  })
})
