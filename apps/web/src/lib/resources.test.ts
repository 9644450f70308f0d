import { API_PREFIX, CATALOGUE, type Call } from '@plinth/api'
import { type PublicReadName, RESOURCE_OF, type Resource, V1 } from '@plinth/api/v1'
import { toAddress } from '@plinth/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { fetchResource, RESOURCES, resourceOf } from './resources.ts'

const collection = toAddress(`0x${'c0'.repeat(20)}`)
/** Of each call all that it may be asked with. */
const ALL = {
  chainId: 31_337,
  collection,
  tokenId: 7n,
  account: collection,
  kinds: [2],
  money: collection,
  hours: 24,
  by: 'volume',
  category: 2n,
  collections: [collection],
  cursor: 'f00',
  limit: 50,
}
const OWN: Readonly<Record<string, object>> = {
  '/explore/items': {
    chains: [31_337],
    statuses: ['onSale'],
    collections: [{ chainId: 31_337, address: collection }],
    attributes: [{ key: 'Wind', values: ['Calm'] }],
    minPrice: '0.5',
    words: 'moon & sun',
    sort: 'priceLow',
    withCounts: true,
    cursor: 'f00',
    limit: 60,
  },
  '/statistics/people': { ...ALL, by: 'sold' },
}

const entries = Object.entries<Record<string, Call>>(CATALOGUE).flatMap(([segment, calls]) =>
  Object.entries(calls).map(([name, call]) => ({ name: `${segment}.${name}`, call })),
)

describe('reads by resources', () => {
  it.each(Object.keys(RESOURCES))('[READ-01] has the address and the form of the resource: %s', (path) => {
    const { name, call } = entries.find((one) => one.call.path === path) ?? expect.unreachable(`no call at ${path}`)
    const resource: Resource = V1[RESOURCE_OF[name as PublicReadName]]
    expect(RESOURCES[path]?.replace('[]', '')).toBe(resource.path)
    // One input for many calls: each schema takes its part.
    const wire = z.encode(call.request, (OWN[path] ?? ALL) as never) as Record<string, unknown>
    const fields = new URLSearchParams(
      Object.entries(wire).flatMap(([field, value]) => (value === undefined ? [] : [[field, String(value)]])),
    )
    const address = new URL(resourceOf(`${API_PREFIX}${path}`, fields) ?? '', 'http://plinth.test')
    const pattern = new RegExp(`^/v1${resource.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const sent = { ...Object.fromEntries(address.searchParams), ...pattern.exec(address.pathname)?.groups }
    // From an address, which the schema checks.
    const decoded = z.decode(resource.request, sent as never)
    // As the server does, which refuses a field that it does not know.
    expect(Object.keys(sent).filter((field) => !(field in (z.encode(resource.request, decoded as never) as object)))).toEqual([])
    expect(Object.keys(sent).length).toBe(Object.keys(wire).filter((field) => wire[field] !== undefined).length)
  })

  it('leaves to the call what has no network, too many rows or too long an address', () => {
    const at = `${API_PREFIX}/statistics/sales`
    const of = (fields: Record<string, string>) => resourceOf(at, new URLSearchParams({ collection, hours: '24', ...fields }))
    expect(of({ chainId: '31337', limit: '200' })).toBe(`/v1/collections/31337/${collection}/sales?hours=24&limit=200`)
    expect(of({ limit: '200' })).toBeUndefined()
    expect(of({ chainId: '31337', limit: '1000' })).toBeUndefined()
    expect(of({ chainId: '31337', cursor: 'f'.repeat(4_000) })).toBeUndefined()
    expect(resourceOf(`${API_PREFIX}/statistics/rankings`, new URLSearchParams({ by: 'sales', chainId: '-1' }))).toBe(
      '/v1/rankings/collections?by=sales',
    )
    expect(resourceOf(`${API_PREFIX}/nft/detail`, new URLSearchParams({ chainId: '31337' }))).toBeUndefined()
  })
})

describe('fetchResource', () => {
  afterEach(() => vi.unstubAllGlobals())
  const post = (path: string) => fetchResource(`${API_PREFIX}${path}`, { method: 'POST', body: new URLSearchParams({ chainId: '31337' }) })
  const asking = (answer: (url: string) => Response) => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      asked.push(`${init.method ?? 'GET'} ${url}`)
      return answer(url)
    })
    return asked
  }

  it('reads the resource as the call would answer', async () => {
    const asked = asking(() => Response.json({ list: [1] }))
    expect(await (await post('/statistics/sparklines')).json()).toEqual({ data: [1] })
    expect(await (await post('/rates/list')).json()).toEqual({ data: { list: [1] } })
    expect(asked).toEqual(['GET /v1/sparklines?chain=31337', 'GET /v1/rates?chain=31337'])
  })

  it('says a refusal for too many requests as the call would, and asks no more', async () => {
    const asked = asking(() => Response.json({}, { status: 429, headers: { 'retry-after': '12' } }))
    expect(await (await post('/rates/list')).json()).toEqual({
      errno: 429,
      errmsg: 'Too many requests. Wait 12 s and try again.',
      code: 'TOO_MANY_REQUESTS',
    })
    expect(asked).toEqual(['GET /v1/rates?chain=31337'])
  })

  it('asks the call where the resource refuses', async () => {
    const asked = asking((url) => (url.startsWith('/v1') ? Response.json({}, { status: 503 }) : Response.json({ errno: 502 })))
    expect(await (await post('/rates/list')).json()).toEqual({ errno: 502 })
    expect(asked).toEqual(['GET /v1/rates?chain=31337', `POST ${API_PREFIX}/rates/list`])
  })
})
