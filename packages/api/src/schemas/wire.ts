import { type Address, toAddress } from '@plinth/protocol'
import { z } from 'zod'

/** Several spellings are read, and one is written: `form` is its JSON Schema, for the description of the API (openapi.ts). */
export const written = <T extends z.ZodType>(schema: T, form: Readonly<Record<string, unknown>>): T => schema.meta({ written: form })

const DECIMAL = { type: 'string', pattern: '^(0|[1-9][0-9]{0,77})$' }
const INTEGER = { type: 'integer' }
const COUNT = { type: 'integer', minimum: 0 }

/**
 * The spellings of single values on the wire (decision 8). Each schema is two-way: `z.decode` converts a form or JSON
 * value to our types, `z.encode` converts it back. Amounts, ids and salts are decimal strings, flags booleans, times
 * unix seconds.
 */
export const address = written(
  z.codec(z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'not an address'), z.custom<Address>(), {
    decode: (text) => toAddress(text),
    encode: (value) => value,
  }),
  { type: 'string', pattern: '^0x[0-9a-f]{40}$' },
)

const decimal = z.union([z.string().regex(/^(0|[1-9]\d{0,77})$/, 'not a whole number'), z.int().nonnegative()])

/** A whole number up to 78 digits: amounts in base units, token ids, salts, ids. */
export const big = written(z.codec(decimal, z.bigint(), { decode: (value) => BigInt(value), encode: (value) => value.toString() }), DECIMAL)

const MAX_UINT256 = 2n ** 256n - 1n
/** The same, bounded to uint256. */
export const uint256 = written(
  z.codec(decimal, z.bigint().max(MAX_UINT256, 'above 2^256-1'), {
    decode: (value) => BigInt(value),
    encode: (value) => value.toString(),
  }),
  DECIMAL,
)

/** A database id: an id out of range is refused before the query. */
export const rowId = written(
  z.codec(decimal, z.bigint().max(2n ** 53n - 1n, 'not an id'), {
    decode: (value) => BigInt(value),
    encode: (value) => value.toString(),
  }),
  DECIMAL,
)

const numeral = z.union([z.string().regex(/^-?\d{1,15}$/, 'not a number'), z.int()])

/** A small whole number: codes, chain ids. */
export const int = written(z.codec(numeral, z.int(), { decode: (value) => Number(value), encode: (value) => value }), INTEGER)
/** Counters, bps, unix seconds. */
export const count = written(z.codec(numeral, z.int().nonnegative(), { decode: (value) => Number(value), encode: (value) => value }), COUNT)
/** Unix time. @alias */
export const seconds = count

export const flag = written(
  z.codec(z.union([z.boolean(), z.enum(['true', 'false', '0', '1']), z.literal(0), z.literal(1)]), z.boolean(), {
    decode: (value) => value === true || value === 'true' || value === '1' || value === 1,
    encode: (value) => value,
  }),
  { type: 'boolean' },
)

export type Hex = `0x${string}`

/** 0x-prefixed hex of any length up to `maxBytes`, lower-cased. */
export const hex = (maxBytes = 2_048) =>
  z.codec(
    z
      .string()
      .regex(/^0x([0-9a-fA-F]{2})*$/, 'not hex')
      .max(2 + maxBytes * 2),
    z.custom<Hex>(),
    {
      decode: (text) => text.toLowerCase() as Hex,
      encode: (value) => value,
    },
  )

/** 32 bytes, with or without 0x (the signed text has none, document B §7); ours has it. */
export const hash = written(
  z.codec(z.string().regex(/^(0x)?[0-9a-fA-F]{64}$/, 'not 32 bytes of hex'), z.custom<Hex>(), {
    decode: (text) => `0x${text.replace(/^0x/, '').toLowerCase()}` as Hex,
    encode: (value) => value,
  }),
  { type: 'string', pattern: '^0x[0-9a-f]{64}$' },
)

/** Free text. PostgreSQL can't store NUL, so it is refused here. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((value) => !value.includes('\u0000'), 'contains NUL')

/** An external URL that others are led to, or "" for none (COLP-11). */
export const securePage = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(2_000)])

/** The name of an account in its profile URL (decision 18). */
export const shortLink = z.string().regex(/^[a-z0-9-]{3,30}$/, '3 to 30 of a-z, 0-9 and -')

/** A list sent as comma text or as JSON text (decision 8); empty text is the empty list. */
export function listOf<T extends z.ZodType<unknown, unknown>>(element: T, max = 1_000) {
  const array = z.array(element).max(max)
  return z.codec(z.union([z.string(), z.array(z.unknown())]), array, {
    decode: (value) => splitList(value) as z.input<typeof array>,
    encode: (value) => (value as unknown[]).join(','),
  })
}

function splitList(value: string | unknown[]): unknown[] {
  if (Array.isArray(value)) return value
  const trimmed = value.trim()
  if (trimmed === '') return []
  if (trimmed.startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(trimmed)
      if (Array.isArray(parsed)) return parsed
    } catch {
      return [trimmed]
    }
  }
  return trimmed.split(',').map((part) => part.trim())
}

/** Codes may come as the number or as the documented name (decision 8). */
export function codeOf<const T extends Record<string, number>>(table: T) {
  type Code = T[keyof T]
  const known = new Set<number>(Object.values(table))
  const words = new Map(Object.entries(table))
  const read = (value: string | number): number => words.get(String(value).toUpperCase()) ?? Number(value)
  const code = z.codec(
    z.union([z.string(), z.number()]).refine((value) => known.has(read(value)), 'not a known code'),
    z.custom<Code>((value) => known.has(value as number)),
    { decode: (value) => read(value) as Code, encode: (value) => value },
  )
  return written(code, { enum: [...known] })
}

/** JSON text that must hold a value of the schema; decodes to the value. */
export function jsonText<T extends z.ZodType>(schema: T, max = 20_000) {
  const json = z.codec(z.union([z.string().max(max), z.array(z.unknown()), z.record(z.string(), z.unknown())]), schema, {
    decode: (value) => (typeof value === 'string' ? parseJson(value) : value) as z.input<T>,
    encode: (value) => JSON.stringify(value),
  })
  return written(json, { type: 'string', contentMediaType: 'application/json' })
}

function parseJson(value: string): unknown {
  if (value.trim() === '') return undefined
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const keyText = z.string().regex(/^0x[0-9a-fA-F]{40}:(0|[1-9]\d{0,77})(:\w+)?$/, 'not address:tokenId')

/** `address:tokenId`, or an object with these two: the forms of items in calls that take many. */
export const itemKey = written(
  z.codec(z.union([keyText, z.object({ address: z.string(), tokenId: decimal })]), z.custom<{ collection: Address; tokenId: bigint }>(), {
    decode: (value, payload) => {
      const key = keyText.safeParse(typeof value === 'string' ? value : `${value.address}:${value.tokenId}`)
      const [collection = '', tokenId = ''] = key.data?.split(':') ?? []
      if (key.success) return { collection: toAddress(collection), tokenId: BigInt(tokenId) }
      payload.issues.push({ code: 'custom', input: value, message: 'not address:tokenId' })
      return z.NEVER
    },
    encode: (value) => `${value.collection}:${value.tokenId}`,
  }),
  { type: 'string', pattern: '^0x[0-9a-f]{40}:(0|[1-9][0-9]{0,77})$' },
)

/** An item of any chain, as `chainId:address:tokenId`. */
export const chainItem = written(
  z.codec(
    z.string().regex(/^\d{1,15}:0x[0-9a-fA-F]{40}:(0|[1-9]\d{0,77})$/, 'not chainId:address:tokenId'),
    z.custom<{ readonly chainId: number; readonly collection: Address; readonly tokenId: bigint }>(),
    {
      decode: (value) => {
        const [chainId = '', collection = '', tokenId = ''] = value.split(':')
        return { chainId: Number(chainId), collection: toAddress(collection), tokenId: BigInt(tokenId) }
      },
      encode: ({ chainId, collection, tokenId }) => `${chainId}:${collection}:${tokenId}`,
    },
  ),
  { type: 'string', pattern: '^[0-9]{1,15}:0x[0-9a-f]{40}:(0|[1-9][0-9]{0,77})$' },
)
