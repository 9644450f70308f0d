import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { MemoryBlockstore } from 'blockstore-core'
import { importer } from 'ipfs-unixfs-importer'
import { CID } from 'multiformats/cid'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CHAIN, FOREIGN, ForeignItems } from '../../../test/chain/foreign-items.ts'
import { aPng, aWav } from '../../../test/content/files.ts'
import { bytes, type Tx, transact } from '../../db/database.ts'
import { forgetMetadata, forgetMetadataRange, sweepRanges } from '../../state/items/metadata-due.ts'
import { recountTotals } from '../../state/items/totals.ts'
import { readDueMetadata } from '../items/service.ts'

let foreign: ForeignItems
beforeAll(async () => {
  foreign = await ForeignItems.open()
})
afterEach(() => foreign.clear())
afterAll(() => foreign.close())

describe('token URIs', () => {
  it('are read over http, with a picture that is stored here', async () => {
    const png = await aPng(60, 40)
    foreign.answer = (request, response) => {
      if (request.url === '/1.png') response.writeHead(200, { 'content-type': 'image/png' }).end(png)
      else
        response.end(
          JSON.stringify({
            name: 'Heron',
            description: 'Ink',
            image: `${foreign.site}/1.png`,
            attributes: [{ trait_type: 'Year', value: 1901 }],
          }),
        )
    }
    const { row, read } = await foreign.read(`${foreign.site}/1.json`)
    expect(row).toMatchObject({ name: 'Heron', media_kind: 'image', width: 60, height: 40, metadata_next_at: null, metadata_tries: 0 })
    expect(read).toMatchObject({ description: 'Ink', attributes: [{ key: 'Year', value: '1901' }] })
    const cid = read.image.replace('ipfs://', '')
    expect((await foreign.server.app.inject({ url: `/ipfs/${cid}` })).rawPayload).toEqual(png)
  })

  it('[API-80] put the id where an ERC1155 says {id}, as 64 hex digits', async () => {
    foreign.answerWith({ name: 'Edition' })
    const { row } = await foreign.read(`${foreign.site}/{id}.json`, 2)
    expect([foreign.hits[0], row.name]).toEqual([`/${'1'.padStart(64, '0')}.json`, 'Edition'])
  })

  it('carry their text in themselves (data:), their picture too', async () => {
    const image = `data:image/png;base64,${(await aPng(20, 20)).toString('base64')}`
    const uri = `data:application/json;base64,${Buffer.from(JSON.stringify({ name: 'On chain ✓', image })).toString('base64')}`
    const { row, read } = await foreign.read(uri)
    expect([row.name, row.width, row.media_kind]).toEqual(['On chain ✓', 20, 'image'])
    expect(read.image).toMatch(/^ipfs:\/\/baf/)
    expect(foreign.hits).toEqual([])
  })

  it('[EXPL-03] have the frames of their picture counted, which films and sounds have none of', async () => {
    const raw = { width: 4, height: 8, channels: 3 } as const
    const pixels = Buffer.from(Array.from({ length: 96 }, (_, at) => (at * 7) % 251))
    const moving = sharp(pixels, { raw: { ...raw, pageHeight: 4 } })
    const still = sharp(pixels, { raw })
    for (const [picture, frames] of [
      [await moving.webp({ loop: 0 }).toBuffer(), 2],
      [await moving.gif().toBuffer(), 2],
      [await still.webp().toBuffer(), 1],
    ] as const) {
      const image = `data:image/webp;base64,${picture.toString('base64')}`
      const { row } = await foreign.read(`data:application/json,${encodeURIComponent(JSON.stringify({ name: 'F', image }))}`)
      expect([row.media_kind, row.frames]).toEqual(['image', frames])
      await foreign.server.context.db.deleteFrom('item').execute()
    }
    const sound = `data:audio/wav;base64,${aWav().toString('base64')}`
    const { row } = await foreign.read(`data:application/json,${encodeURIComponent(JSON.stringify({ name: 'W', animation_url: sound }))}`)
    expect(row.frames).toBeNull()
  })

  it('have their drawing made pixels: what is served is never SVG, whatever script was in it', async () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><script>alert(1)</script><rect width="4" height="3"/></svg>'
    const svg = `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`
    const { row, read } = await foreign.read(`data:application/json,${encodeURIComponent(JSON.stringify({ name: 'S', image: svg }))}`)
    expect(row).toMatchObject({ name: 'S', media_kind: 'image', width: 1_200, height: 900 })
    const { headers, rawPayload } = await foreign.server.app.inject({ url: `/ipfs/${read.image.replace('ipfs://', '')}` })
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'content-security-policy': "default-src 'none'; sandbox" })
    expect(/svg|alert/.test(rawPayload.toString('latin1'))).toBe(false)
  })

  it('leave out a picture that could act or is none: HTML, an entity bomb, a program', async () => {
    const bomb = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>'
    for (const image of ['<html><script>alert(1)</script></html>', bomb, '\x7fELF'].map(
      (body) => `data:image/png,${encodeURIComponent(body)}`,
    )) {
      const { row, read } = await foreign.read(`data:application/json,${encodeURIComponent(JSON.stringify({ name: 'S', image }))}`)
      expect([row.name, read.image, row.media_kind]).toEqual(['S', '', 'unknown'])
      await foreign.server.context.db.deleteFrom('item').execute()
    }
  })

  it('are read from Arweave through its gateway', async () => {
    foreign.answerWith({ name: 'Kept' })
    const id = 'a'.repeat(43)
    expect((await foreign.read(`ar://${id}/meta.json`)).row.name).toBe('Kept')
    expect(foreign.hits).toEqual([`/ar/${id}/meta.json`])
  })
})

describe('IPFS', () => {
  /** The store's key of a block; its CID may come in several versions. */
  const hashOf = (cid: CID) => Buffer.from(cid.multihash.digest).toString('hex')
  /** A gateway that serves blocks, made by the reference importer. */
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
    foreign.answer = (request, response) => {
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
    expect((await foreign.read(`ipfs://ipfs/${root}/2.json`)).row.name).toBe('Leaf 2')
    expect(foreign.hits.every((url) => url.endsWith('?format=raw'))).toBe(true)
  })

  it('believes no gateway that changes a block', async () => {
    const { root, blocks } = await publish([{ path: '1.json', content: file('True') }])
    serve(blocks, (block) => Buffer.from(Buffer.from(block).toString('latin1').replace('True', 'Lies'), 'latin1'))
    const { row } = await foreign.read(`ipfs://${root}/1.json`)
    expect([row.name, row.metadata, row.metadata_tries]).toEqual(['', '', 1])
  })

  it('believes a gateway without blocks, for it has nothing to compare with, and says so in the log', async () => {
    foreign.answer = (request, response) => {
      if (request.url?.includes('format=raw')) response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>no</h1>')
      else response.end(JSON.stringify({ name: 'Believed' }))
    }
    const { root } = await publish([{ path: '1.json', content: file('x') }])
    expect((await foreign.read(`ipfs://${root}/1.json`)).row.name).toBe('Believed')
    expect(foreign.server.logged.join('\n')).toContain('metadata believed')
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
      const { row } = await foreign.read(uri)
      expect(row.metadata, uri).toBe('')
      await foreign.server.context.db.deleteFrom('item').execute()
    }
  })

  it('takes what lies in our own store from there', async () => {
    const { cid } = await foreign.server.context.media.putJson(foreign.server.context.db, '{"name":"Ours"}')
    expect((await foreign.read(`ipfs://${cid}`)).row.name).toBe('Ours')
    expect(foreign.hits).toEqual([])
  })
})

describe('trying again', () => {
  it('waits longer each time, gives up after 13 tries, and then hides the unreadable item', async () => {
    foreign.uris.set('tokenURI:1', `${foreign.site}/gone`)
    await foreign.add(1n, 3, '{"name":"Declared"}')
    const waits: number[] = []
    for (let round = 1; round <= 13; round++) {
      expect(await readDueMetadata(foreign.server.context)).toBe(1)
      expect(await readDueMetadata(foreign.server.context)).toBe(0)
      const row = await foreign.row(1n)
      expect(row.metadata_tries).toBe(round)
      if (round === 13) break
      expect(row.metadata).toBe('{"name":"Declared"}')
      waits.push((row.metadata_next_at ?? 0) - foreign.server.clock.now())
      foreign.server.clock.advance(waits.at(-1) ?? 0)
    }
    expect(waits.every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0))).toBe(true)
    expect(await foreign.row(1n)).toMatchObject({ metadata: '', metadata_next_at: null, metadata_url: `${foreign.site}/gone` })
    expect(foreign.hits).toHaveLength(13)
  })

  it('[F-96] one account with many slow items does not keep the others waiting', async () => {
    const slow: ServerResponse[] = []
    const otherIsRead = Promise.withResolvers<void>()
    foreign.answer = (request, response) => {
      if (request.url === '/slow') return void slow.push(response)
      response.end('{"name":"Other"}')
      otherIsRead.resolve()
    }
    for (let id = 1n; id <= 30n; id++) {
      foreign.uris.set(`tokenURI:${id}`, `${foreign.site.replace('art', `art${id}`)}/${id === 30n ? 'other' : 'slow'}`)
      await foreign.add(id)
    }
    const other = bytes(`0x${'ee'.repeat(20)}`)
    await foreign.server.context.db.updateTable('item').set({ creator: other }).where('token_id', '=', 30n).execute()
    const reading = readDueMetadata(foreign.server.context)
    await otherIsRead.promise
    await expect.poll(() => slow.length).toBe(4)
    await sleep(200)
    expect(slow).toHaveLength(4)
    foreign.answer = (_, response) => void response.end('{"name":"Slow"}')
    for (const response of slow) response.end('{"name":"Slow"}')
    expect(await reading).toBe(30)
  })
})

describe('changes emitted by the contract', () => {
  const onEvent = (work: (where: { tx: Tx; chainId: number }) => Promise<void>) =>
    transact(foreign.server.context.db, (tx) => work({ tx, chainId: CHAIN }))

  it('MetadataUpdate has one item read again, at most every half minute', async () => {
    foreign.answerWith({ name: 'First' })
    await foreign.read(`${foreign.site}/1`)
    foreign.answerWith({ name: 'Second' })
    await onEvent((where) => forgetMetadata(where, FOREIGN, 1n))
    expect(await readDueMetadata(foreign.server.context)).toBe(0)
    foreign.server.clock.advance(31)
    expect(await readDueMetadata(foreign.server.context)).toBe(1)
    expect((await foreign.row(1n)).name).toBe('Second')
  })

  it('BatchMetadataUpdate over all possible ids costs a note, and is worked off in steps', async () => {
    foreign.answerWith({ name: 'x' })
    const rows = Array.from({ length: 450 }, (_, index) => BigInt(index + 1))
    await Promise.all(rows.map((id) => foreign.add(id)))
    await foreign.server.context.db.updateTable('item').set({ metadata_next_at: null }).execute()
    for (let round = 0; round < 20; round++) await onEvent((where) => forgetMetadataRange(where, FOREIGN, 0n, 2n ** 256n - 1n))
    expect(await foreign.server.context.db.selectFrom('metadata_sweep').selectAll().execute()).toHaveLength(1)
    const due = async () =>
      (await foreign.server.context.db.selectFrom('item').select('token_id').where('metadata_next_at', 'is not', null).execute()).length
    expect(await due()).toBe(0)
    const counts = [
      await sweepRanges(foreign.server.context.db),
      await due(),
      await sweepRanges(foreign.server.context.db),
      await due(),
      await sweepRanges(foreign.server.context.db),
      await due(),
    ]
    expect(counts).toEqual([true, 200, true, 400, false, 450])
    expect(await foreign.server.context.db.selectFrom('metadata_sweep').selectAll().execute()).toEqual([])
    await onEvent((where) => forgetMetadataRange(where, FOREIGN, 9n, 3n))
    expect(await foreign.server.context.db.selectFrom('metadata_sweep').selectAll().execute()).toEqual([])
  })

  it('an item that a reorganisation takes while it is being read stays gone', async () => {
    const { context, logged } = foreign.server
    logged.length = 0
    foreign.answer = async (_, response) => {
      await context.db.deleteFrom('item').execute()
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ name: 'Gone' }))
    }
    foreign.uris.set('tokenURI:1', `${foreign.site}/1.json`)
    await foreign.add(1n)
    await readDueMetadata(context)
    expect(await context.db.selectFrom('item').selectAll().execute()).toEqual([])
    expect(logged.filter((line) => line.includes('token URI not read'))).toEqual([])
  })

  it('what changes while it is being read is read once more', async () => {
    foreign.answer = (_, response) => {
      void onEvent((where) => forgetMetadata(where, FOREIGN, 1n)).then(() => response.end('{"name":"Old"}'))
    }
    await foreign.read(`${foreign.site}/1`)
    expect((await foreign.row(1n)).metadata_next_at).not.toBeNull()
  })
})

describe('nft.refreshmeta', () => {
  it('[API-80][ITEM-08] has an item read again, and refuses one that is not there', async () => {
    foreign.answerWith({ name: 'First' })
    await foreign.read(`${foreign.site}/1`)
    foreign.answerWith({ name: 'Fresh' })
    foreign.server.clock.advance(60)
    expect((await foreign.server.post('/nft/refreshmeta', { token: FOREIGN, tokenId: '1', chainId: String(CHAIN) })).errno).toBeUndefined()
    expect(await readDueMetadata(foreign.server.context)).toBe(1)
    expect((await foreign.row(1n)).name).toBe('Fresh')
    expect((await foreign.server.post('/nft/refreshmeta', { token: FOREIGN, tokenId: '99' })).errno).toBe(507)
  })
})

it('recounts the attributes that are read again, and no others', async () => {
  const { context, clock } = foreign.server
  const count = (value: string) => foreign.answerWith({ name: 'Heron', attributes: [{ trait_type: 'Light', value }] })
  const shares = async (tokenId: bigint) => {
    const { total, list } = await foreign.server.api().nft.attributes({ collection: FOREIGN, tokenId, chainId: CHAIN })
    return list.map((attribute) => `${attribute.value}: ${attribute.count} of ${total}`)
  }
  for (const tokenId of [1n, 2n]) {
    foreign.uris.set(`tokenURI:${tokenId}`, `${foreign.site}/${tokenId}`)
    await foreign.add(tokenId)
  }
  await transact(context.db, recountTotals)
  count('Noon')
  await readDueMetadata(context)
  expect([await shares(1n), await shares(2n)]).toEqual([['Noon: 2 of 2'], ['Noon: 2 of 2']])
  clock.advance(60)
  count('Dusk')
  await transact(context.db, (tx) => forgetMetadata({ tx, chainId: CHAIN }, FOREIGN, 2n))
  await readDueMetadata(context)
  expect([await shares(1n), await shares(2n)]).toEqual([['Noon: 1 of 2'], ['Dusk: 1 of 2']])
  // The metadata is unreadable now: it is hidden, and not counted.
  clock.advance(60)
  foreign.answerWith('<html>', 'text/html')
  await transact(context.db, (tx) => forgetMetadata({ tx, chainId: CHAIN }, FOREIGN, 2n))
  await readDueMetadata(context)
  expect([await shares(1n), await shares(2n)]).toEqual([['Noon: 1 of 1'], []])
})

it('a stop in the middle of a picture leaves the whole item to the next process', async () => {
  const stopped = await ForeignItems.open()
  stopped.answer = (request, response) => {
    if (request.url !== '/1.png') return void response.end(JSON.stringify({ name: 'Heron', image: `${stopped.site}/1.png` }))
    stopped.server.context.stopping.abort()
    response.destroy()
  }
  const { row } = await stopped.read(`${stopped.site}/1.json`)
  expect(row).toMatchObject({ name: '', metadata: '', metadata_tries: 0, metadata_next_at: expect.any(Number) })
  await stopped.close()
})
