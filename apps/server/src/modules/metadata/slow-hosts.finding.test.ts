import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHAIN, ForeignItems } from '../../../test/chain/foreign-items.ts'
import { bytes } from '../../db/database.ts'
import { JOBS, startJobs } from '../../jobs/start.ts'
import { blank } from '../../state/collections/confirm.ts'
import { oldestDueCollection } from '../../state/collections/metadata-due.ts'
import { oldestDueItem } from '../../state/items/metadata-due.ts'
import { readDueCollections } from '../collections/service.ts'
import { readDueMetadata } from '../items/service.ts'

let foreign: ForeignItems
/** Responses that have not been given, by host. */
let held: { host: string; response: ServerResponse }[]
/** At most so many at once. */
let most: number
beforeAll(async () => {
  foreign = await ForeignItems.open()
})
beforeEach(async () => {
  held = []
  most = 0
  await foreign.clear()
  await foreign.server.context.db.deleteFrom('collection').execute()
  foreign.server.context.chains.get(CHAIN).client.readContract = (async ({
    functionName,
    address,
  }: {
    functionName: string
    address: Address
  }) => (functionName === 'contractURI' ? uriOf.get(address) : foreign.uris.get('tokenURI:1')) ?? '') as never
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => foreign.close())

const uriOf = new Map<Address, string>()
const db = () => foreign.server.context.db
const addressAt = (at: number): Address => toAddress(`0x${at.toString(16).padStart(40, '0')}`)
const siteOf = (host: string) => foreign.site.replace('art', host)

async function due(at: number, { owner = 1_000 + at, host = `host${at}` } = {}): Promise<void> {
  uriOf.set(addressAt(at), `${siteOf(host)}/contract.json`)
  const flags = { is_confirmed: true, metadata_next_at: 0, created_at: 1, updated_at: 1 } as const
  const row = { chain_id: CHAIN, address: bytes(addressAt(at)), name: `C ${at}`, symbol: '', standard: TOKEN_STANDARD.ERC721 }
  const owners = { owner: bytes(addressAt(owner)), signer: bytes(addressAt(owner)) }
  await db()
    .insertInto('collection')
    .values({ ...blank, ...row, ...flags, ...owners })
    .execute()
}

/** Holds each answer until `answerAll`. */
function hold(): void {
  foreign.answer = (request, response) => {
    held.push({ host: String(request.headers.host), response })
    most = Math.max(most, held.length)
  }
}
const answerAll = (): void => {
  for (const { response } of held.splice(0)) response.end('{"description":"Late"}')
}

/** Reads all, and answers when nothing more is asked. */
async function readAll(): Promise<void> {
  let isDone = false
  const reading = readDueCollections(foreign.server.context).finally(() => {
    isDone = true
  })
  while (!isDone) {
    const before = foreign.hits.length
    await sleep(50)
    if (foreign.hits.length === before) answerAll()
  }
  await reading
}

describe('collections whose hosts are slow', () => {
  it('[F-96] keep no item waiting: twelve of them hang, and a new item has its metadata', async () => {
    for (let at = 1; at <= 12; at++) await due(at)
    foreign.answer = (request, response) => {
      if (request.url === '/1.json') response.end('{"name":"New"}')
      else held.push({ host: '', response })
    }
    const jobs = startJobs(
      foreign.server.context,
      JOBS.filter(({ name }) => name === 'read-metadata' || name === 'read-collections'),
    )
    try {
      await expect.poll(() => held.length, { timeout: 5_000 }).toBeGreaterThan(0)
      foreign.uris.set('tokenURI:1', `${siteOf('new')}/1.json`)
      await foreign.add(1n)
      await expect.poll(async () => (await foreign.row(1n)).name, { timeout: 4_000 }).toBe('New')
    } finally {
      foreign.answer = (_, response) => void response.end('{}')
      answerAll()
      await jobs.stop()
    }
  })

  it('[F-96] are read eight at once', async () => {
    for (let at = 1; at <= 12; at++) await due(at)
    hold()
    await readAll()
    expect([most, foreign.hits.length]).toEqual([8, 12])
    const rows = await db().selectFrom('collection').select('description').execute()
    expect(rows.map(({ description }) => description)).toEqual(Array(12).fill('Late'))
  })

  it.each([
    ['of an owner', { owner: 7 }],
    ['from a host', { host: 'one' }],
  ])('[F-96] are read one at a time %s', async (_, alike) => {
    for (let at = 1; at <= 3; at++) await due(at, alike)
    hold()
    await readAll()
    expect([most, foreign.hits.length]).toEqual([1, 3])
  })

  it('[F-96] wait an hour for a host that was slow three times, without a try', async () => {
    const { clock } = foreign.server
    const real = performance.now.bind(performance)
    let later = 0
    vi.spyOn(performance, 'now').mockImplementation(() => real() + later)
    foreign.answer = (_, response) => {
      later += 6_000
      response.writeHead(503).end()
    }
    const row = () => db().selectFrom('collection').select(['metadata_next_at', 'metadata_tries']).executeTakeFirstOrThrow()
    await due(1, { host: 'late' })
    for (let time = 1; time <= 3; time++) {
      await readDueCollections(foreign.server.context)
      expect([foreign.hits.length, (await row()).metadata_tries]).toEqual([time, time])
      clock.advance(Number((await row()).metadata_next_at) - clock.now())
    }
    await readDueCollections(foreign.server.context)
    const { metadata_next_at: next, metadata_tries: tries } = await row()
    expect([foreign.hits.length, tries]).toEqual([3, 3])
    expect(Number(next) - clock.now()).toBeGreaterThan(3_500)
    expect(Number(next) - clock.now()).toBeLessThanOrEqual(3_600)
    // Items of that host wait as well.
    foreign.uris.set('tokenURI:1', `${siteOf('late')}/1.json`)
    await foreign.add(1n)
    await readDueMetadata(foreign.server.context)
    expect(await foreign.row(1n)).toMatchObject({ metadata_tries: 0, metadata_next_at: next })
    clock.advance(3_601)
    foreign.answer = (_, response) => void response.end('{"description":"There again"}')
    await readDueCollections(foreign.server.context)
    expect(foreign.hits).toHaveLength(4)
  })

  it('[F-96] have twenty seconds for their text and pictures together', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 20))
    await due(1, { host: 'drip' })
    foreign.answer = (request, response) => {
      const { host } = request.headers
      if (request.url === '/contract.json')
        return void response.end(
          JSON.stringify({ description: 'Text', image: `http://${host}/a.png`, banner_image: `http://${host}/b.png` }),
        )
      response.writeHead(200, { 'content-type': 'image/png' })
      const drip = setInterval(() => response.write('x'), 100)
      response.on('close', () => clearInterval(drip))
    }
    const began = performance.now()
    await readDueCollections(foreign.server.context)
    expect(performance.now() - began).toBeLessThan(1_500)
    expect(await db().selectFrom('collection').select(['description', 'cover']).executeTakeFirst()).toEqual({
      description: 'Text',
      cover: '',
    })
  })
})

it('[F-96] tells how long the row waits whose metadata is due longest', async () => {
  const now = foreign.server.clock.now()
  expect([await oldestDueItem(db(), now), await oldestDueCollection(db(), now)]).toEqual([now, now])
  await due(1)
  await due(2)
  await foreign.add(1n)
  await foreign.add(2n)
  await db()
    .updateTable('collection')
    .set({ created_at: now - 70, metadata_read_at: 0 })
    .where('name', '=', 'C 1')
    .execute()
  await db()
    .updateTable('collection')
    .set({ created_at: 5, metadata_read_at: now - 90, metadata_next_at: now - 60 })
    .where('name', '=', 'C 2')
    .execute()
  await db()
    .updateTable('item')
    .set({ created_at: now - 40 })
    .execute()
  await db()
    .updateTable('item')
    .set({ metadata_next_at: now + 1 })
    .where('token_id', '=', 2n)
    .execute()
  expect([now - (await oldestDueItem(db(), now)), now - (await oldestDueCollection(db(), now))]).toEqual([40, 70])
})
