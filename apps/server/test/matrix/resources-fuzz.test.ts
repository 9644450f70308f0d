import { Problem, V1, type V1Name } from '@plinth/api/v1'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openV1World, pathFor, resourceOf, type V1World } from '../acts/resources.ts'
import { Random } from '../simulator/random.ts'
import { HOSTILE, shapeOf } from './fuzz.ts'

const LONG = Boolean(process.env.PLINTH_LONG)
const SEED = Number(process.env.PLINTH_SEED ?? (LONG ? Date.now() % 1e9 : 7))
/** Requests with one field of another value, for each field. */
const ROUNDS = LONG ? 1_000 : 10
const NAMES = Object.keys(V1) as V1Name[]

let world: V1World
/** The right values of every resource: each is wrong, or of another thing, elsewhere. */
let plausible: readonly string[]
beforeAll(async () => {
  world = await openV1World()
  plausible = [...new Set(NAMES.flatMap((name) => Object.values(fieldsOf(name))))]
})
afterAll(() => world?.market.close())

/** The fields of a request that answers something, as they stand in its URL. */
function fieldsOf(name: V1Name): Record<string, string> {
  const url = new URL(pathFor(name, world), 'http://plinth.test')
  const given = url.pathname.slice('/v1'.length).split('/')
  const named = resourceOf(name).path.split('/')
  const inPath = named.flatMap((part, at) => (part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(given[at] ?? '')]] : []))
  return { ...Object.fromEntries(inPath), ...Object.fromEntries(url.searchParams) }
}

function urlOf(name: V1Name, fields: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(fields)
  const path = resourceOf(name).path.replace(/\{(\w+)\}/g, (_, field: string) => {
    query.delete(field)
    return encodeURIComponent(fields[field] ?? '')
  })
  return `/v1${path}?${query}`
}

describe(`resources asked field by field, seed ${SEED}`, () => {
  it.each(NAMES)(
    '[API-06] %s answers or refuses each in its form, never 5xx and never a stack',
    { timeout: LONG ? 600_000 : 30_000 },
    async (name) => {
      const random = new Random(SEED, NAMES.indexOf(name))
      const right = fieldsOf(name)
      for (const field of Object.keys(shapeOf(resourceOf(name))))
        for (let round = 0; round < ROUNDS; round++) {
          const url = urlOf(name, { ...right, [field]: random.pick(random.chance(0.5) ? HOSTILE : plausible) })
          const { statusCode, body, headers } = await world.market.server.app.inject({ method: 'GET', url })
          expect([200, 400, 404], `${url}: ${body}`).toContain(statusCode)
          expect(body).not.toMatch(/node_modules|\bat \S+ \(|\.ts:\d+/)
          if (statusCode === 200) continue
          expect(headers['content-type'], url).toBe('application/problem+json')
          expect(Problem.parse(JSON.parse(body)).status).toBe(statusCode)
        }
    },
  )
})
