import { API_PREFIX, refusalOf } from '@plinth/api'
import { currentLocale } from '../i18n/locale.ts'
import { takeEarly } from './early.ts'

/**
 * Reads whose answer a resource of `GET /v1` gives in the same form, by the path of the call: shared caches keep it, and the browser
 * asks by its ETag whether it still holds. `[]` stands for a list that the call answers bare.
 */
export const RESOURCES: Readonly<Record<string, string>> = {
  '/explore/items': '/explore/items',
  '/rates/list': '/rates',
  '/statistics/activity': '/activity',
  '/statistics/attributes': '/collections/{chain}/{collection}/attributes[]',
  '/statistics/chart': '/collections/{chain}/{collection}/chart',
  '/statistics/collection': '/collections/{chain}/{collection}/statistics',
  '/statistics/depth': '/collections/{chain}/{collection}/depth',
  '/statistics/holders': '/collections/{chain}/{collection}/holders',
  '/statistics/people': '/rankings/accounts',
  '/statistics/rankings': '/rankings/collections',
  '/statistics/rarity': '/items/{chain}/{collection}/{tokenId}/rarity',
  '/statistics/sales': '/collections/{chain}/{collection}/sales',
  '/statistics/sparklines': '/sparklines[]',
}

const V1_PREFIX = '/v1'
const TOO_MANY_REQUESTS = 429
/** Filters may be longer than a server or a cache takes in an address. */
const MOST_CHARS = 4_000
/** A resource gives fewer rows at once. */
const MOST_ROWS = 200

/** The address of the resource that answers this call; undefined where only the call does. */
export function resourceOf(url: string, fields: URLSearchParams): string | undefined {
  const path = RESOURCES[url.slice(API_PREFIX.length)]?.replace('[]', '')
  if (path === undefined || Number(fields.get('limit')) > MOST_ROWS) return undefined
  const query = new URLSearchParams(fields)
  const chainId = query.get('chainId')
  query.delete('chainId')
  // Of all networks.
  if (chainId !== null && Number(chainId) >= 0) query.set('chain', chainId)
  let isWhole = true
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = query.get(name)
    query.delete(name)
    isWhole &&= value !== null
    return encodeURIComponent(value ?? '')
  })
  const address = `${V1_PREFIX}${filled}${query.size > 0 ? `?${query}` : ''}`
  return isWhole && address.length <= MOST_CHARS ? address : undefined
}

/**
 * A `fetch` for calls that are answered by resources. A refusal comes from the call, in the reader's language, except that too many
 * requests have come: one more would be refused too.
 */
export const fetchResource: typeof fetch = async (url, init) => {
  const { body, signal = null } = init ?? {}
  const address = body instanceof URLSearchParams ? resourceOf(String(url), body) : undefined
  if (address === undefined) return fetch(url, init)
  const response = await (takeEarly(address) ?? fetch(address, { signal }))
  if (response.status === TOO_MANY_REQUESTS) {
    const seconds = Number(response.headers.get('retry-after') ?? 1)
    return Response.json(await refusalOf('TOO_MANY_REQUESTS', currentLocale(), { seconds }))
  }
  if (!response.ok) return fetch(url, init)
  const isBare = RESOURCES[String(url).slice(API_PREFIX.length)]?.endsWith('[]') === true
  const read = response.json.bind(response)
  return Object.assign(response, {
    json: async () => {
      const data = (await read()) as { list?: unknown }
      return { data: isBare ? data.list : data }
    },
  })
}
