import { ERRORS } from '../errors.ts'
import { type Json, type OpenApiTag, type Schema, writtenSchema } from '../openapi.ts'
import { PROBLEM_TYPE, Problem, V1_PREFIX } from './reading.ts'
import type { Resource } from './resource.ts'
import { RESOURCE_OF, V1 } from './resources.ts'

export type V1Example = { readonly path: string; readonly answer: Json }
export type V1Parameter = {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: Schema
  readonly example?: string | number | boolean
}
type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: Json }>>
export type V1Operation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters: readonly V1Parameter[]
  readonly responses: Readonly<Record<string, { readonly description: string; readonly headers?: Json; readonly content?: Content }>>
  /** Calls of `POST /api` with the same answer. */
  readonly 'x-calls': readonly string[]
}
export type V1Document = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string; readonly license: Json }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly OpenApiTag[]
  /** No resource takes a login. */
  readonly security: readonly []
  readonly paths: Readonly<Record<string, { readonly get: V1Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly 'x-errors': Readonly<Record<string, { readonly errno: number; readonly message: string }>>
}

export type V1OpenApiOptions = {
  readonly title: string
  /** Origin of the market. */
  readonly origin: string
  readonly examples?: Readonly<Record<string, V1Example | undefined>>
}

/** `GET /v1` as an OpenAPI 3.1 document. */
export function v1OpenApiOf({ title, origin, examples = {} }: V1OpenApiOptions): V1Document {
  const schemas: Record<string, Schema> = { Problem: writtenSchema(Problem, {}) }
  const entries = Object.entries<Resource>(V1)
  const paths = Object.fromEntries(
    entries.map(([name, one]) => [one.path, { get: operation(name, one, examples[name], schemas) }] as const),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: `${title}: reading`,
      version: '1',
      description:
        'The market as resources, without a login and the same for everybody. Amounts, ids and salts are decimal text in base units, times are unix seconds. Lists are read by cursor: ask again with `cursor` set to the `next` of the answer; the last page has none. Answers carry a strong ETag, and as `Event-Position` the id of the last event of `GET /events` that is surely in them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${origin}${V1_PREFIX}` }],
    tags: [...new Set(entries.map(([, one]) => tagOf(one)))].map((name) => ({ name, description: TAGS[name] ?? name })),
    security: [],
    paths,
    components: { schemas },
    'x-errors': Object.fromEntries(Object.entries(ERRORS).map(([code, { errno, en }]) => [code, { errno, message: en }])),
  }
}

const TAGS: Readonly<Record<string, string>> = {
  items: 'Works: their records, holders, history and bids.',
  explore: 'Works by filters, with counts.',
  metadata: 'Texts of works.',
  orders: 'Fixed-price sales and bids.',
  auctions: 'Auctions and bids on them.',
  collections: 'Collections, their figures and charts.',
  sparklines: 'Volumes over time, for a line beside each collection.',
  rankings: 'Collections and people by what was sold.',
  activity: 'What happened, newest first.',
  accounts: 'People, and what they hold, made and sold.',
  search: 'Works, people and collections by words.',
  rates: 'What coins and tokens are worth.',
  categories: 'The category tree.',
  'pay-tokens': 'Coins and tokens to pay with.',
}

const tagOf = ({ path }: Resource): string => path.split('/')[1] ?? ''

function operation(name: string, one: Resource, example: V1Example | undefined, schemas: Record<string, Schema>): V1Operation {
  const refusals: Readonly<Record<string, string>> = {
    400: 'A parameter is missing, unknown or wrong.',
    404: one.mayBeMissing ? 'There is none, or the chain is not served.' : 'The chain is not served.',
    429: 'Too many requests: Retry-After says in how many seconds.',
    500: 'A fault of the market.',
  }
  const problem: Content = { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } }
  return {
    operationId: name,
    tags: [tagOf(one)],
    summary: one.about,
    parameters: parametersOf(one, example),
    responses: {
      200: {
        description: 'The answer.',
        headers: {
          ETag: { schema: { type: 'string' } },
          'Cache-Control': { schema: { const: 'public, s-maxage=1' } },
          'Event-Position': { description: 'Absent while the answering process has followed no events yet.', schema: { type: 'integer' } },
        },
        content: { 'application/json': { schema: writtenSchema(one.response, schemas), ...(example ? { example: example.answer } : {}) } },
      },
      304: { description: 'The answer is the one that If-None-Match names.' },
      ...Object.fromEntries(Object.entries(refusals).map(([status, description]) => [status, { description, content: problem }])),
    },
    'x-calls': Object.entries(RESOURCE_OF).flatMap(([call, resource]) => (resource === name ? [call] : [])),
  }
}

/** What an example sends in a field. */
function sentIn(one: Resource, example: V1Example | undefined): ReadonlyMap<string, string> {
  const [path = '', query = ''] = example?.path.split('?') ?? []
  const values = path.split('/')
  const inPath = one.path.split('/').flatMap((part, at) => (part.startsWith('{') ? [[part.slice(1, -1), values[at] ?? ''] as const] : []))
  return new Map([...(example ? inPath : []), ...new URLSearchParams(query)])
}

function parametersOf(one: Resource, example: V1Example | undefined): V1Parameter[] {
  const { properties = {}, required = [] } = writtenSchema(one.request, {}) as Schema
  const sent = sentIn(one, example)
  return Object.entries(properties).map(([name, schema]) => {
    const isInPath = one.path.includes(`{${name}}`)
    const value = sent.get(name)
    return {
      name,
      in: isInPath ? 'path' : 'query',
      required: isInPath || required.includes(name),
      // Several values come with commas between them.
      ...(isList(schema) ? { schema: { type: 'string' } } : { schema }),
      ...(value === undefined ? {} : { example: typedValue(schema, value) }),
    }
  })
}

/** As the schema has it: a query string is all text. */
function typedValue({ type }: Schema, text: string): string | number | boolean {
  if (type === 'integer') return Number(text)
  return type === 'boolean' ? text === 'true' : text
}

const isList = ({ anyOf = [] }: Schema): boolean => anyOf.some(({ type }) => type === 'array')
