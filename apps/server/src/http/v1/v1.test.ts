import { ApiError, ItemCard } from '@plinth/api'
import { createV1, Problem, V1, type V1Name } from '@plinth/api/v1'
import type { V1Document } from '@plinth/api/v1/openapi'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { fetchFrom, openV1World, pathFor, resourceOf, type V1World } from '../../../test/acts/resources.ts'
import { recordResource } from '../../../test/market/record.ts'
import { breakable } from '../../../test/simulator/database.ts'
import { connect } from '../../db/database.ts'
import { createApp } from '../app.ts'

let world: V1World
let document: V1Document
let ajv: Ajv2020
beforeAll(async () => {
  world = await openV1World()
  document = (await get('/v1/openapi.json')).json()
  ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema(document, 'v1')
})
afterAll(() => world.market.close())

const context = () => world.market.server.context
const db = () => context().db
const get = (url: string, headers: Record<string, string> = {}) => world.market.server.app.inject({ method: 'GET', url, headers })
const NAMES = Object.keys(V1) as V1Name[]

/** The body of a refusal, by its schema. */
async function problem(url: string, status: number): Promise<Problem> {
  const response = await get(url)
  expect([response.statusCode, response.headers['content-type'], response.headers['cache-control']], response.body).toEqual([
    status,
    'application/problem+json',
    'no-store',
  ])
  expect(response.headers.etag).toBeUndefined()
  const body = Problem.parse(response.json())
  expect(body.status).toBe(status)
  return body
}

describe('a resource', () => {
  it.each(NAMES)('[READ-01] is answered in its form, without a login or an envelope: %s', async (name) => {
    const url = pathFor(name, world)
    const response = await get(url)
    expect(response.statusCode, response.body).toBe(200)
    const { response: schema } = resourceOf(name)
    const answer = response.json()
    // The type of what one of many schemas has read, which that schema takes.
    expect(JSON.parse(JSON.stringify(z.encode(schema, z.decode(schema, answer) as never)))).toEqual(answer)
    const rows = Array.isArray(answer) ? answer : (answer.list ?? [1])
    // Rates are set by an operator.
    expect(rows.length, response.body).toBeGreaterThan(name === 'rates' ? -1 : 0)
    const ref = `v1#/paths/${resourceOf(name).path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/get/responses/200/content/application~1json/schema`
    const fits = ajv.compile({ $ref: ref })
    expect(fits(answer) ? [] : fits.errors).toEqual([])
    recordResource(name, url.slice('/v1'.length), answer)
  })

  it('[READ-01] is described by a valid OpenAPI 3.1 document, with an example of each', async () => {
    // The validator has a type of its own for documents; whether ours is one is the question.
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
    expect([valid, errors]).toEqual([true, undefined])
    expect(Object.keys(document.paths).sort()).toEqual(NAMES.map((name) => resourceOf(name).path).sort())
    for (const name of NAMES) {
      const { get: operation } = document.paths[resourceOf(name).path] ?? {}
      const example = operation?.responses['200']?.content?.['application/json']?.example
      // Recorded, so of no type: whether the schema takes it is the question.
      expect(z.safeDecode(resourceOf(name).response, example as never).error, name).toBeUndefined()
      for (const { in: place, example: value, name: field } of operation?.parameters ?? [])
        if (place === 'path') expect(String(value), `${name} ${field}`).toMatch(/./)
    }
  })

  it('[F-114] is described as open to all, with a text for each tag, and examples of the type that a parameter has', () => {
    expect(document.security).toEqual([])
    const used = new Set(Object.values(document.paths).flatMap(({ get: { tags } }) => tags))
    expect(document.tags.filter(({ description }) => /^[A-Z].*\.$/.test(description)).map(({ name }) => name)).toEqual([...used])
    for (const { get: operation } of Object.values(document.paths)) {
      expect(Object.keys(operation.responses)).toContain('400')
      for (const { schema, example, name } of operation.parameters) {
        if (example === undefined) continue
        const fits = ajv.compile(schema)
        expect(fits(example) ? [] : fits.errors, `${operation.operationId} ${name}`).toEqual([])
      }
    }
  })

  it('[READ-01] is read by the typed client, whose refusals name error and field', async () => {
    const v1 = createV1({ fetch: fetchFrom(world.market.server.app) })
    const { chainId } = world.market
    const { list } = await v1.items({ limit: 5 })
    expect(list.map(({ tokenId }) => tokenId)).toEqual([world.item.tokenId])
    expect(await v1.item({ chainId, ...world.item })).toMatchObject({ tokenId: world.item.tokenId, isLiked: false, resting: [] })
    expect(await v1.account({ account: 'alice-works' })).toMatchObject({ address: world.market.address('alice') })
    const refused = v1.items({ limit: 5, cursor: 'none' })
    await expect(refused).rejects.toThrow(ApiError)
    await expect(refused).rejects.toMatchObject({ code: 'BAD_ARGUMENT_VALUE', errno: 402, field: 'cursor', call: 'items' })
    await expect(v1.item({ chainId, ...world.item, tokenId: 999n })).rejects.toMatchObject({ code: 'NOT_FOUND', errno: 507 })
  })

  it('[F-104] that is an item sends its metadata once, and says what the documented call says', async () => {
    const { body } = await get(`/v1/items/${world.market.chainId}/${world.item.collection}/${world.item.tokenId}`)
    const { metadata } = (await world.market.server.api().nft.detail(world.item)) ?? {}
    expect(body.split(JSON.stringify(metadata))).toHaveLength(2)
    const v1 = createV1({ fetch: fetchFrom(world.market.server.app) })
    expect(await v1.item({ chainId: world.market.chainId, ...world.item })).toEqual(await world.market.server.api().nft.detail(world.item))
  })

  it('[READ-01] that is a list has at most 200 rows', async () => {
    for (const [url, status] of [
      ['/v1/items?limit=200', 200],
      ['/v1/items?limit=201', 400],
      ['/v1/items?limit=0', 400],
    ] as const)
      expect((await get(url)).statusCode, url).toBe(status)
  })

  it('[READ-04] that lists items costs two statements at 1, 20 and 200 rows', async () => {
    const copy = async (table: string, columns: string) =>
      sql`insert into ${sql.table(table)} (${sql.raw(columns)}, token_id) select ${sql.raw(columns)}, 5000 + n from ${sql.table(table)},
        generate_series(1, 210) n where collection = decode(${world.market.official.slice(2)}, 'hex') and token_id = ${world.item.tokenId}`.execute(
        db(),
      )
    const { rows: columns } = await sql<{ names: string }>`select string_agg(column_name, ', ') as names from information_schema.columns
      where table_name = 'item' and table_schema = current_schema() and column_name <> 'token_id'`.execute(db())
    await copy('item', columns[0]?.names ?? '')
    const statements: string[] = []
    const over = connect(
      breakable(world.market.server.database.dialect, { current: (text, moment) => void (moment === 'before' && statements.push(text)) }),
    )
    const app = await createApp({ ...context(), db: over, config: { ...context().config, answerCacheBytes: 0 } })
    for (const path of ['/v1/items?', `/v1/collections/${world.market.chainId}/${world.market.official}/items?onSale=true&`])
      for (const limit of [1, 20, 200]) {
        // Rates and pay tokens are kept for half a second, which a busy machine may take.
        vi.spyOn(performance, 'now').mockReturnValue(performance.now())
        await app.inject({ url: `${path}limit=${limit}` })
        statements.length = 0
        const { list, next } = (await app.inject({ url: `${path}limit=${limit}` })).json()
        expect([statements.length, list.length, typeof next], path).toEqual([2, limit, 'string'])
        for (const card of list) z.decode(ItemCard, card)
        vi.restoreAllMocks()
      }
    await app.close()
    await sql`delete from item where token_id > 5000`.execute(db())
  })

  it('[READ-01] refuses wrong, missing, doubled and unknown parameters, and unknown chains, items, paths and methods', async () => {
    const { chainId, official } = world.market
    const item = `/v1/items/${chainId}/${official}`
    expect(await problem('/v1/orders', 400)).toMatchObject({ code: 'BAD_ARGUMENT', errno: 401, field: 'side' })
    expect(await problem('/v1/items?limit=many', 400)).toMatchObject({ code: 'BAD_ARGUMENT_VALUE', errno: 402, field: 'limit' })
    expect(await problem('/v1/items?limit=1&limit=2', 400)).toMatchObject({ field: 'limit' })
    expect(await problem('/v1/items?page=2', 400)).toMatchObject({ field: 'page', title: expect.stringContaining('page') })
    expect(await problem('/v1/items?chain=77', 404)).toMatchObject({ code: 'CHAIN_UNKNOWN' })
    expect(await problem(`${item}/999999`, 404)).toMatchObject({
      code: 'NOT_FOUND',
      type: 'http://plinth.test/v1/openapi.json#/x-errors/NOT_FOUND',
    })
    expect(await problem(`${item}/-1`, 400)).toMatchObject({ field: 'tokenId' })
    expect(await problem(`/v1/accounts/0x${'12'.repeat(20)}`, 404)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await problem('/v1/nothing', 404)).toMatchObject({ code: 'NOT_FOUND' })
    for (const name of NAMES) {
      const posted = await world.market.server.app.inject({ method: 'POST', url: pathFor(name, world), payload: {} })
      expect([posted.statusCode, posted.headers.allow, posted.headers['content-type']], name).toEqual([
        405,
        'GET, HEAD, OPTIONS',
        'application/problem+json',
      ])
    }
    expect(document['x-errors'].NOT_FOUND).toMatchObject({ errno: 507 })
  })

  it.each(['%00', '%ff', '{"$p":"0x00"}', "'; drop table item; --", '%F0%9F%92%A9', '..%2f..%2fetc', 'a'.repeat(300)])(
    '[READ-01] takes hostile text for text: %s',
    async (text) => {
      for (const url of [`/v1/search/items?text=${text}`, `/v1/accounts/${text}`, `/v1/items?cursor=${text}`, `/v1/items/1/${text}/2`]) {
        const response = await get(encodeURI(url).replaceAll('%25', '%'))
        expect(response.statusCode, url).toBeLessThan(500)
        if (response.statusCode !== 200) Problem.parse(response.json())
      }
    },
  )

  it('[READ-01] says that it is a fault of ours without saying more, and counts requests as calls are', async () => {
    const broken = connect(
      breakable(world.market.server.database.dialect, {
        current: () => {
          throw new Error('the password is 123')
        },
      }),
    )
    const app = await createApp({ ...context(), db: broken })
    const response = await app.inject({ url: '/v1/items' })
    expect([response.statusCode, response.json().code]).toEqual([500, 'INTERNAL'])
    expect(response.body).not.toContain('123')
    await app.close()
    const { limits } = context().config
    const few = await createApp({ ...context(), config: { ...context().config, limits: { ...limits, requestsPerIp: 2 } } })
    const codes = []
    for (let n = 0; n < 3; n++) codes.push(await few.inject({ url: '/v1/categories' }))
    expect(codes.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
    expect(Number(codes[2]?.headers['retry-after'])).toBeGreaterThan(0)
    Problem.parse(codes[2]?.json())
    await few.close()
  })
})

describe('an answer that caches keep', () => {
  const url = () => pathFor('items', world)

  it('[READ-02] has a strong ETag that changes exactly when it does', async () => {
    const bob = await world.market.session('bob')
    const like = { ...world.item, chainId: world.market.chainId }
    const tags: string[] = []
    const bodies: string[] = []
    const note = async () => {
      const { headers, body } = await get(url())
      expect(headers['cache-control']).toBe('public, s-maxage=1')
      expect(headers.vary).toBe('accept-encoding')
      expect(headers.etag).toMatch(/^"[\w-]{22}"$/)
      tags.push(String(headers.etag))
      bodies.push(body)
    }
    await note()
    await note()
    await bob.api.like.add(like)
    await note()
    // A notice, which no visitor sees.
    await bob.api.notices.count({})
    await note()
    await bob.api.like.remove(like)
    await note()
    const [first, , liked] = tags
    expect(tags).toEqual([first, first, liked, liked, first])
    expect(liked).not.toBe(first)
    expect(new Set(bodies).size).toBe(2)
  })

  it('[READ-02] is a representation of its own in each encoding', async () => {
    const plain = await get(url())
    const tags = new Set([plain.headers.etag])
    for (const encoding of ['gzip', 'br', 'zstd']) {
      const packed = await get(url(), { 'accept-encoding': encoding })
      // One row is too short to be worth it.
      expect(packed.headers['content-encoding']).toBe(plain.rawPayload.length < 1_024 ? undefined : encoding)
      tags.add(packed.headers.etag)
    }
    const { headers } = await get('/v1/openapi.json', { 'accept-encoding': 'br' })
    expect([headers['content-encoding'], String(headers.etag)]).toEqual(['br', expect.stringMatching(/-br"$/)])
    expect(tags.size).toBe(plain.rawPayload.length < 1_024 ? 1 : 4)
  })

  it('[READ-02] is 304 without a body for who has it, from memory without a statement', async () => {
    const statements: string[] = []
    const over = connect(
      breakable(world.market.server.database.dialect, { current: (text, moment) => void (moment === 'before' && statements.push(text)) }),
    )
    const app = await createApp({ ...context(), db: over })
    const ask = (tag: string) => app.inject({ url: url(), headers: { 'if-none-match': tag } })
    await app.inject({ url: url() })
    const { headers } = await app.inject({ url: url() })
    const tag = String(headers.etag)
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await ask(sent)
      expect([response.statusCode, response.body, response.headers.etag], sent).toEqual([304, '', tag])
      expect(response.headers['cache-control']).toBe('public, s-maxage=1')
      expect(response.headers['access-control-allow-origin']).toBe('*')
    }
    for (const sent of ['"other"', tag.slice(1, -1), '']) expect((await ask(sent)).statusCode, sent).toBe(200)
    // Seconds of the clock end a kept answer.
    let least = 99
    for (let tries = 0; tries < 20 && least > 0; tries++) {
      await ask(tag)
      statements.length = 0
      expect((await ask(tag)).statusCode).toBe(304)
      least = Math.min(least, statements.length)
    }
    expect(least).toBe(0)
    await app.close()
  })

  it('[READ-02] has one for the documents of the API too', async () => {
    for (const path of ['/openapi.json', '/v1/openapi.json']) {
      const { headers } = await get(path)
      expect((await get(path, { 'if-none-match': String(headers.etag) })).statusCode, path).toBe(304)
    }
  })

  it('[READ-02] may be read by a page of any site, without credentials', async () => {
    const { headers } = await get(url(), { origin: 'https://other.example' })
    expect([headers['access-control-allow-origin'], headers['access-control-allow-credentials']]).toEqual(['*', undefined])
    expect(headers['access-control-expose-headers']).toContain('etag')
    const asked = await world.market.server.app.inject({ method: 'OPTIONS', url: url(), headers: { origin: 'https://other.example' } })
    expect([asked.statusCode, asked.headers['access-control-allow-headers']]).toEqual([204, 'if-none-match'])
  })
})

it('[READ-02] of 20 items by 20 creators takes 3 kB at most', async () => {
  const { rows } = await sql<{ names: string }>`select string_agg(column_name, ', ') as names from information_schema.columns
    where table_name = 'item' and table_schema = current_schema() and column_name not in ('token_id', 'creator', 'metadata')`.execute(db())
  const names = sql.raw(rows[0]?.names ?? '')
  // As many random bits as a CID and an address have.
  const digest = (of: string) => sql.raw(`encode(sha256(('${of}' || n)::bytea), 'hex')`)
  await sql`insert into item (${names}, token_id, creator, metadata) select ${names}, 6000 + n, decode(left(${digest('creator')}, 40), 'hex'),
      json_build_object('name', 'Harbour at dusk, number ' || n, 'image', 'ipfs://bafkrei' || translate(left(${digest('image')}, 64), '018', 'xyz'))
    from item, generate_series(1, 20) n where token_id = ${world.item.tokenId}`.execute(db())
  // Each held and offered by its creator.
  await sql`insert into holding (chain_id, collection, token_id, owner, quantity, received_at)
    select chain_id, collection, token_id, creator, 1, created_at from item where token_id > 6000`.execute(db())
  const { rows: columns } = await sql<{ into: string; from: string }>`select string_agg(column_name, ', ') as into,
      string_agg('m.' || column_name, ', ') as from from information_schema.columns
    where table_name = 'market_order' and table_schema = current_schema() and is_generated = 'NEVER' and column_name not in ('id', 'token_id', 'maker', 'sequence')`.execute(
    db(),
  )
  await sql`insert into market_order (${sql.raw(columns[0]?.into ?? '')}, token_id, maker, sequence)
    select ${sql.raw(columns[0]?.from ?? '')}, i.token_id, i.creator, m.sequence + i.token_id from market_order m, item i
    where m.token_id = ${world.item.tokenId} and m.side = 1 and i.token_id > 6000`.execute(db())
  for (const encoding of ['zstd', 'br']) {
    const { headers, rawPayload } = await get('/v1/items?sort=created&limit=20', { 'accept-encoding': encoding })
    expect(headers['content-encoding']).toBe(encoding)
    expect(rawPayload.length).toBeLessThan(3_072)
  }
  const { list } = (await get('/v1/items?sort=created&limit=20')).json()
  for (const card of list) expect(z.decode(ItemCard, card)).toMatchObject({ listings: 1, owner: {}, price: {} })
  for (const table of ['market_order', 'holding', 'item'])
    await sql`delete from ${sql.table(table)} where token_id between 5001 and 9999`.execute(db())
})

describe('what differs by viewer', () => {
  it('[READ-03] is in no public answer, whatever token comes with the request', async () => {
    const bob = await world.market.session('bob')
    await bob.api.like.add({ ...world.item, chainId: world.market.chainId })
    for (const name of NAMES) {
      const url = pathFor(name, world)
      const bodies = [await get(url), await get(url, { 'finger-nft-token': bob.token }), await get(url, { cookie: 'a=b' })].map(
        ({ body }) => body,
      )
      expect(new Set(bodies).size, name).toBe(1)
      expect(bodies[0], name).not.toMatch(/"(like|isFollow|isOwner)":true/)
    }
    await bob.api.like.remove({ ...world.item, chainId: world.market.chainId })
  })

  it('[READ-03] comes in one call and one statement for a whole page', async () => {
    const { market, item, lot } = world
    const bob = await market.session('bob')
    const refOf = (one: typeof item) => ({ chainId: market.chainId, collection: one.collection, tokenId: one.tokenId })
    const [first, second] = [refOf(item), refOf(lot.item)]
    const all = [first, second]
    await bob.api.like.add({ ...item, chainId: market.chainId })
    const none = { isLiked: false, isHeld: false, hasRestingSale: false, hasRestingBid: false }
    expect(await bob.api.viewer.marks({ items: all })).toEqual({ list: [{ item: first, ...none, isLiked: true }] })
    const alice = await market.session('alice')
    expect((await alice.api.viewer.marks({ items: all })).list).toEqual([
      { item: first, ...none, isHeld: true },
      { item: second, ...none, isHeld: true },
    ])
    await market.approve('alice', market.official, false)
    await market.sync()
    expect((await alice.api.viewer.marks({ items: [first, first] })).list).toEqual([
      { item: first, ...none, isHeld: true, hasRestingSale: true },
    ])
    await market.approve('alice', market.official)
    await market.sync()
    expect(await market.server.api().viewer.marks({ items: all })).toEqual({ list: [] })
    const keys = (count: number) => Array.from({ length: count }, (_, n) => `${market.chainId}:${market.official}:${n}`).join()
    expect((await market.server.post('/viewer/marks', { items: keys(200) })).errno).toBeUndefined()
    expect((await market.server.post('/viewer/marks', { items: keys(201) })).errno).toBe(402)
    expect((await market.server.post('/viewer/marks', { items: `77:${market.official}:1` })).errno).toBe(4501)
  })
})
