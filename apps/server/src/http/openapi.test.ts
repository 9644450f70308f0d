import { CATALOGUE, type Call } from '@plinth/api'
import examples from '@plinth/api/examples' with { type: 'json' }
import type { CallExample, OpenApiDocument } from '@plinth/api/openapi'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestServer, type TestServer } from '../../test/market/harness.ts'

const calls = Object.entries<Record<string, Call>>(CATALOGUE).flatMap(([segment, entries]) =>
  Object.entries(entries).map(([name, call]) => ({ name: `${segment}.${name}`, call })),
)
/** Lists that may be empty in an example: a text replaces them, the item is not offered in every way at once, or the collection has no links. */
const MAY_BE_EMPTY = [
  'contract.getinfo links',
  'contract.info links',
  'operator.act rows',
  'operator.dashboard jobs',
  'user.export followers',
  'user.export uploads',
  'auction.buyerFee recipients',
  // No offer that fits any item is stored yet.
  'statistics.depth bids',
  ...['sales', 'bids', 'auctions', 'restingSales', 'restingBids'].map((list) => `nft.detail ${list}`),
]
const recorded: Readonly<Record<string, CallExample | undefined>> = examples

let server: TestServer
let document: OpenApiDocument
let ajv: Ajv2020
beforeAll(async () => {
  server = await openTestServer()
  document = (await server.app.inject({ url: '/openapi.json' })).json()
  ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema(document, 'plinth')
})
afterAll(() => server?.close())

/** What JSON Schema has, of a schema's own keys. */
const KEYWORDS = new Set(
  '$ref $schema type format const enum anyOf oneOf allOf not items prefixItems properties required additionalProperties propertyNames pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems default description title contentMediaType contentEncoding'.split(
    ' ',
  ),
)

/** Keys of schemas that are no keywords of JSON Schema. */
function keywordsIn(value: unknown, isSchema = false): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => keywordsIn(one, isSchema))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (isSchema && !KEYWORDS.has(key)) return [key]
    if (['example', 'const', 'enum', 'default', 'x-errors'].includes(key)) return []
    if (key === 'properties' || key === 'schemas') return Object.values(inner as object).flatMap((one) => keywordsIn(one, true))
    return keywordsIn(inner, isSchema || key === 'schema')
  })
}

const at = (path: string, rest: string) => `plinth#/paths/${path.replaceAll('/', '~1')}/post/${rest}`
const problemsOf = (ref: string, value: unknown) => {
  const fits = ajv.compile({ $ref: ref })
  return fits(value) ? [] : fits.errors
}

describe('/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document of every call, its sign-in and its errors', async () => {
    // Its own type accepts any object, and a document has named fields.
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
    expect([valid, errors]).toEqual([true, undefined])
    expect(Object.keys(document.paths).sort()).toEqual(calls.map(({ call }) => call.path).sort())
    expect(document.servers).toEqual([{ url: 'http://plinth.test/api' }])
    const { post } = document.paths['/order/add'] ?? {}
    expect([post?.operationId, post?.security]).toEqual(['order.add', [{ token: [] }]])
    for (const code of post?.['x-errors'] ?? []) expect(document['x-errors'][code]?.errno, code).toBeGreaterThan(400)
  })

  it('[F-114] says of each operation who may call it, what it is, what may refuse it, and needs no field that no reader knows', () => {
    expect(document.tags.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([])
    for (const { post } of Object.values(document.paths)) {
      const { operationId, summary, tags, security, responses, requestBody } = post
      expect([summary, tags.length, Array.isArray(security), Object.keys(responses)], operationId).toEqual([
        expect.stringMatching(/./),
        1,
        true,
        ['200', '4XX'],
      ])
      for (const { schema, example } of Object.values(requestBody.content))
        if (example && schema.required) expect(requestBody.required, operationId).toBe(true)
    }
    expect(keywordsIn({ paths: document.paths, schemas: document.components.schemas })).toEqual([])
  })

  it('refuses what is not answered so: a number for an amount, a flag as text, a field that is missing', () => {
    const ref = at('/paytoken/list', 'responses/200/content/application~1json/schema')
    const answer = recorded['paytoken.list']?.answer as { data: Record<string, unknown>[] }
    const [token] = answer.data
    expect(problemsOf(ref, answer)).toEqual([])
    for (const wrong of [{ id: 1 }, { isDefault: 'true' }, { decimals: undefined }, { address: token?.address?.toString().toUpperCase() }])
      expect(problemsOf(ref, JSON.parse(JSON.stringify({ data: [{ ...token, ...wrong }] }))), JSON.stringify(wrong)).not.toEqual([])
  })

  it('is served as one page too, which runs no script and whose links within it all resolve', async () => {
    const page = await server.app.inject({ url: '/openapi' })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).not.toMatch(/<(script|iframe|img|object|form)|<[^>]* (on\w+|style|src)=/)
    for (const { name } of calls) expect(page.body).toContain(`id="${name}"`)
    for (const [, id = ''] of page.body.matchAll(/ href="#([^"]*)"/g)) expect(page.body).toContain(` id="${id}"`)
    expect((await server.app.inject({ url: '/openapi.css' })).headers['content-type']).toContain('text/css')
  })
})

describe('the recorded example', () => {
  it.each(calls)('of $name is read, and written again as it was, and fits the document', ({ name, call }) => {
    const example = recorded[name]
    if (!example) throw new Error('Nothing is recorded of it: see scripts/docs/record-examples.ts')
    const { request, answer } = example
    // Recorded, so of no type yet: whether the schema takes it is the question.
    expect(z.safeDecode(call.request, request as never).error).toBeUndefined()
    if (answer.data !== undefined) {
      // As above: the schema checks it.
      const ours = z.decode(call.response, answer.data as never)
      expect(JSON.parse(JSON.stringify(z.encode(call.response, ours)))).toEqual(answer.data)
    }
    expect(problemsOf(at(call.path, 'responses/200/content/application~1json/schema'), answer)).toEqual([])
    if (call.body === 'form') expect(problemsOf(at(call.path, 'requestBody/content/application~1json/schema'), request)).toEqual([])
  })

  it.each(calls)('of $name shows fields of this call alone, and an answer that says something', ({ name, call }) => {
    const { request = {}, answer = {} } = recorded[name] ?? {}
    const { properties = {} } = z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' })
    expect(Object.keys(request).filter((field) => !Object.hasOwn(properties, field))).toEqual([])
    const isNothing = call.response instanceof z.ZodObject && Object.keys(call.response.shape).length === 0
    if (!isNothing) expect(answer.data).toBeDefined()
    if (Array.isArray(answer.data)) expect(answer.data).not.toEqual([])
    else
      for (const [field, value] of Object.entries(answer.data ?? {}))
        if (Array.isArray(value) && !MAY_BE_EMPTY.includes(`${name} ${field}`)) expect(value, field).not.toEqual([])
  })

  it('of the categories shows how they hang under each other', () => {
    expect(recorded['category.list']?.answer.data).toMatchObject([{ children: [{ name: expect.any(String) }] }])
  })
})
