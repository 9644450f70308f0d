import { z } from 'zod'
import type { Auth, Call } from './call.ts'
import { StoredFile } from './calls/storage.ts'
import { API_PREFIX, CATALOGUE, type Segment, TOKEN_HEADER } from './catalogue.ts'
import { ERRORS, type ErrorCode } from './errors.ts'
import { AuctionBidRecord, AuctionRecord } from './schemas/auctions.ts'
import { BoxOrderRecord, BoxPrizeRecord, BoxRecord } from './schemas/boxes.ts'
import { Announcement, Category, PayToken } from './schemas/catalogue.ts'
import { Collection, CollectionBrief } from './schemas/collections.ts'
import { ItemCard } from './schemas/item-cards.ts'
import { HistoryRecord, Holding, ItemRecord } from './schemas/items.ts'
import { NoticeRecord } from './schemas/notices.ts'
import { OrderRecord } from './schemas/orders.ts'
import { Person, User } from './schemas/people.ts'

/** Records that many calls return, by their name in the document. */
const RECORDS = {
  Announcement,
  Auction: AuctionRecord,
  AuctionBid: AuctionBidRecord,
  Box: BoxRecord,
  BoxOrder: BoxOrderRecord,
  BoxPrize: BoxPrizeRecord,
  Category,
  Collection,
  CollectionBrief,
  History: HistoryRecord,
  Holding,
  Item: ItemRecord,
  ItemCard,
  Notice: NoticeRecord,
  Order: OrderRecord,
  PayToken,
  Person,
  StoredFile,
  User,
}

export type Json = Record<string, unknown>

/** The part of JSON Schema that a reader of the document needs. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly not?: Schema
}
type Content = { readonly schema: Schema; readonly example?: Json }
export type OpenApiCall = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly security: readonly Json[]
  readonly requestBody: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> }
  readonly responses: {
    readonly 200: { readonly description: string; readonly content: { readonly 'application/json': Content } }
    readonly '4XX': { readonly description: string }
  }
  readonly 'x-auth': Auth
  readonly 'x-errors': readonly ErrorCode[]
}
export type OpenApiTag = { readonly name: string; readonly description: string }
export type OpenApiDocument = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string; readonly license: Json }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly OpenApiTag[]
  readonly paths: Readonly<Record<string, { readonly post: OpenApiCall }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly securitySchemes: Json }
  readonly 'x-errors': Readonly<Record<string, { readonly errno: number; readonly message: string }>>
}

export type CallExample = { readonly request: Json; readonly answer: Json }
export type OpenApiOptions = {
  readonly title: string
  /** Base URL of the calls, such as `https://market.example/api`. */
  readonly url: string
  /** By call name. */
  readonly examples?: Readonly<Record<string, CallExample>>
}

/** What the calls of a segment are about. */
const SEGMENTS = {
  allowed: 'What an account has approved and signed, and contracts of the market could use.',
  announcement: 'What the operator announces.',
  auction: 'Auctions, bids on them and their settlement.',
  blind: 'Blind boxes: series, their contents, openings and proofs.',
  cart: 'Purchases of several lines at once.',
  category: 'The category tree.',
  config: 'Networks, contracts, fees and texts; gas prices.',
  contract: 'Collections.',
  dapp: 'Vouchers to mint with.',
  follow: 'Who follows whom.',
  home: 'Lists of the home page, and search.',
  like: 'Likes of works.',
  nft: 'Works: their records, holders, history and bids.',
  notices: 'An account’s news.',
  order: 'Fixed-price sales and bids.',
  paytoken: 'Coins and tokens to pay with.',
  report: 'Reports to the operator.',
  storage: 'Uploads.',
  ty: 'Official senders, whose sales are free of the buyer fee.',
  user: 'Sign-in, profiles, and an account’s own lists.',
  rates: 'What coins and tokens are worth.',
  statistics: 'Figures, charts, rankings and activity.',
  explore: 'Works, collections and people by filters.',
  viewer: 'What only the caller sees of works.',
  offer: 'Offers for any item of a collection, or with some attributes.',
  portfolio: 'What an account owns, paid and earned, for itself alone; and for all what its works are worth by floors.',
  privateSale: 'Sales to one account, which its seller and its buyer alone see.',
  selling: 'What a seller prices works by.',
  sweep: 'The cheapest works of any filters.',
  operator: 'The operator’s console.',
} as const satisfies Record<Segment, string>

/** Refusals that every call may return. */
const COMMON: readonly ErrorCode[] = [
  'BAD_ARGUMENT',
  'BAD_ARGUMENT_VALUE',
  'REQUEST_TOO_SLOW',
  'TOO_MANY_REQUESTS',
  'STORAGE_FULL',
  'INTERNAL',
]

/** The catalogue as an OpenAPI 3.1 document: requests and responses in their wire form. */
export function openApiOf({ title, url, examples = {} }: OpenApiOptions): OpenApiDocument {
  const schemas: Record<string, Schema> = { Refusal: refusal() }
  const paths: Record<string, { post: OpenApiCall }> = {}
  for (const [segment, calls] of Object.entries<Record<string, Call>>(CATALOGUE))
    for (const [name, call] of Object.entries(calls)) {
      const id = `${segment}.${name}`
      paths[call.path] = { post: operation(call, { id, segment, example: examples[id], schemas }) }
    }
  return {
    openapi: '3.1.1',
    info: {
      title: `${title} API`,
      version: '1',
      description:
        'Every call is a POST and is answered with HTTP 200: errno is missing (or 0) where it succeeded, else it says why not. Forms and JSON are taken alike; lists travel as comma text or JSON. Amounts, ids and salts are decimal text in base units, times are unix seconds. The header `Event-Position` is the id of the last event of `GET /events` that is surely in the answer.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: url || API_PREFIX }],
    tags: Object.entries(SEGMENTS).map(([name, description]) => ({ name, description })),
    paths,
    'x-errors': Object.fromEntries(Object.entries(ERRORS).map(([code, { errno, en }]) => [code, { errno, message: en }])),
    components: { schemas, securitySchemes: { token: { type: 'apiKey', in: 'header', name: TOKEN_HEADER } } },
  }
}

type About = {
  readonly id: string
  readonly segment: string
  readonly example: CallExample | undefined
  readonly schemas: Record<string, Schema>
}

const UNREAD =
  'Sent before any call is read, without an envelope: 400 for what is no HTTP, 408 where headers arrive too slowly, 431 where they are too large.'

function operation(call: Call, { id, segment, example, schemas }: About): OpenApiCall {
  const request = sentSchema(call)
  const body = { schema: request, ...(example ? { example: example.request } : {}) }
  const content: Record<string, Content> =
    call.body === 'multipart'
      ? { 'multipart/form-data': { schema: request } }
      : { 'application/x-www-form-urlencoded': body, 'application/json': body }
  const security = { open: [], optional: [{}, { token: [] }], login: [{ token: [] }] }[call.auth]
  return {
    operationId: id,
    tags: [segment],
    summary: call.about,
    'x-auth': call.auth,
    security,
    requestBody: { required: Array.isArray(request.required), content },
    responses: {
      200: {
        description: 'The answer, or why there is none.',
        content: { 'application/json': { schema: answerSchema(call, schemas), ...(example ? { example: example.answer } : {}) } },
      },
      '4XX': { description: UNREAD },
    },
    'x-errors': [...new Set<ErrorCode>([...call.errors, ...(call.auth === 'login' ? (['NOT_LOGGED_IN'] as const) : []), ...COMMON])],
  }
}

/** Request schema: every spelling that is accepted. */
function sentSchema(call: Call): Json {
  const schema = withoutDialect(z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any', override: forgetWritten }))
  if (!call.files) return schema
  const { part, max } = call.files
  const file = { type: 'string', format: 'binary' }
  const files = max === 1 ? file : { type: 'array', items: file, minItems: 1, maxItems: max }
  return { ...schema, properties: { ...(schema.properties as Json), [part]: files }, required: [part] }
}

/** How a value is written says nothing about what is read. */
function forgetWritten({ jsonSchema }: { jsonSchema: object }): void {
  delete (jsonSchema as Json).written
}

/** Response schema: the one spelling that the server writes. */
function answerSchema(call: Call, schemas: Record<string, Schema>): Schema {
  const data = writtenSchema(call.response, schemas)
  const isOptional = call.response instanceof z.ZodOptional
  const isNothing = call.response instanceof z.ZodObject && Object.keys(call.response.shape).length === 0
  const required = [...(call.errnoOnSuccess === 0 ? ['errno'] : []), ...(isOptional || isNothing ? [] : ['data'])]
  const properties = { ...(call.errnoOnSuccess === 0 ? { errno: { const: 0 } } : {}), ...(isNothing ? {} : { data }) }
  return { anyOf: [{ type: 'object', properties, required, additionalProperties: false }, { $ref: '#/components/schemas/Refusal' }] }
}

/** The schema of what is written; the named records in it go into `schemas`. */
export function writtenSchema(schema: z.ZodType, schemas: Record<string, Schema>): Json {
  const names = z.registry<{ id: string }>()
  for (const [id, record] of Object.entries(RECORDS)) names.add(record, { id })
  const made = withoutDialect(
    z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      metadata: names,
      override: ({ zodSchema, jsonSchema }) => {
        const written = z.globalRegistry.get(zodSchema)?.written
        if (written === undefined) return
        for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key]
        Object.assign(jsonSchema, written)
      },
    }),
  )
  const { $defs, ...data } = atHome(made)
  Object.assign(schemas, $defs)
  return data
}

function refusal(): Schema {
  const codes = Object.keys(ERRORS)
  const properties = { errno: { type: 'integer', not: { const: 0 } }, errmsg: { type: 'string' }, code: { enum: codes } }
  return { type: 'object', properties, required: ['errno', 'errmsg', 'code'], additionalProperties: false }
}

/** The document declares the JSON Schema dialect once. */
function withoutDialect({ $schema: _, ...schema }: Json): Json {
  return schema
}

/** References point to the document's own `components`. */
function atHome(schema: Json): Json & { $defs?: Json } {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'), (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  )
}
