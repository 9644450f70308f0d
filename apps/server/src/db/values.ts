import pg from 'pg'

const { builtins } = pg.types

/**
 * The JavaScript types of values, the same with every driver: int8 as number (ids, times, counters and block numbers stay below
 * 2^53), numeric as bigint (amounts are whole base units), bytea as Buffer. Values that would lose precision throw instead: an
 * int8 beyond 2^53, and a numeric with a fraction (such as an average), which the query casts to float8 or text.
 */
export const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: parseSafeInteger,
  [builtins.NUMERIC]: parseWholeNumeric,
  [builtins.BYTEA]: parseBytea,
}

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`int8 ${text} is above 2^53: use numeric for such a column`)
  return value
}

function parseWholeNumeric(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new Error(`numeric ${text} is no whole number: cast the column to float8 or text`)
  return BigInt(text)
}

function parseBytea(text: string): Buffer {
  if (!text.startsWith('\\x')) throw new Error('bytea must arrive in the hex format')
  return Buffer.from(text.slice(2), 'hex')
}

/** The `types` of a pg pool or client. */
export const PG_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' ? PARSERS[oid] : undefined) ?? pg.types.getTypeParser(oid, format),
}
