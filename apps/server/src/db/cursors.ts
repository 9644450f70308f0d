import { AppError } from '@plinth/api'
import { type RawBuilder, sql } from 'kysely'

/** What a column of an order holds: a small number, one of up to 78 digits, bytes, or a yes or no. */
export type KeyKind = 'number' | 'big' | 'bytes' | 'flag'

/** The position of a row as text that a client sends back; the values are those of the order's columns. */
export function writeCursor(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values.map(asText))).toString('base64url')
}

function asText(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'boolean' ? (value ? 't' : 'f') : String(value)
}

const FORMS: Readonly<Record<KeyKind, RegExp>> = {
  number: /^-?\d{1,18}$/,
  big: /^\d{1,78}$/,
  bytes: /^([0-9a-f]{2}){0,64}$/,
  flag: /^[tf]$/,
}

/** The values as SQL. @throws AppError BAD_ARGUMENT_VALUE for a text that no page of such a list has answered */
export function readCursor(cursor: string, kinds: readonly KeyKind[]): RawBuilder<unknown>[] {
  const values = parse(cursor)
  const isSuch = values?.length === kinds.length && kinds.every((kind, at) => FORMS[kind].test(values[at] ?? ''))
  if (!values || !isSuch) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'cursor', reason: 'not a cursor of this list' })
  return kinds.map((kind, at) => valueIn(kind, values[at] ?? ''))
}

function parse(cursor: string): string[] | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(read) && read.every((value) => typeof value === 'string') ? read : undefined
  } catch {
    return undefined
  }
}

function valueIn(kind: KeyKind, value: string): RawBuilder<unknown> {
  switch (kind) {
    case 'number':
      return sql`${value}::text::bigint`
    case 'big':
      return sql`${value}::text::numeric`
    case 'bytes':
      return sql`decode(${value}::text, 'hex')`
    case 'flag':
      return sql`${value}::text::boolean`
  }
}
