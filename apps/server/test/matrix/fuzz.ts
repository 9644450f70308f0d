import type { Call } from '@plinth/api'
import { z } from 'zod'
import type { Random } from '../simulator/random.ts'
import type { World } from './world.ts'

/** Values that no field should accept, or be harmed by. */
export const HOSTILE: readonly string[] = [
  '-1',
  '1e9',
  '0x',
  '9'.repeat(200),
  `0x${'g'.repeat(40)}`,
  '[]',
  '{"a":1}',
  '[[[[',
  "' or 1=1 --",
  '\u0000',
  '%00',
  '%',
  '💥'.repeat(50),
  '\u202e\u200b',
  '../../etc/passwd',
  '<script>',
  '{{7*7}}',
  'NaN',
  '__proto__',
  'constructor',
  'null',
  '',
  'a'.repeat(5_000),
  '2147483648',
  '9007199254740993',
  '1000001',
  `{"${'x'.repeat(99)}":[null]}`,
  '[null]',
  ',,,',
]

/** Values that are meaningful to some field: real accounts, items, orders and files among them. */
const plausible = ({ alice, bob, collection, item, tokenId, upload, notice, sale, mintSigner, market }: World): string[] => [
  alice,
  bob,
  collection,
  item.collection,
  mintSigner,
  `0x${'0'.repeat(40)}`,
  market.exchange,
  ...[item.tokenId, tokenId, upload.id, notice, sale.salt, sale.buying].map(String),
  '0',
  '1',
  '2',
  '3',
  '5',
  '6',
  '20',
  '100',
  String(2n ** 256n - 1n),
  String(market.chainId),
  '31338',
  '-1',
  '1790000000',
  'true',
  'false',
  'SALE',
  'BID',
  'EDIT_SALE',
  'AUCTION',
  'desc',
  'asc',
  'price',
  'update_time',
  'create_time',
  'ending',
  sale.digest,
  sale.signature,
  `0x${'ab'.repeat(65)}`,
  'Harbour',
  '#1',
  '张伟',
  'alice-1',
  'alice@plinth.test',
  `${item.collection}:${item.tokenId}`,
  `${alice},${bob}`,
  '1,2,3',
  '["1","2"]',
  '[{"key":"a","value":"b"}]',
  '[200,300]',
  upload.url,
]

export type Field = { readonly name: string; readonly accepted: readonly string[] }

/** The fields of a call, each with the plausible values that its schema accepts. */
export function fieldsOf(call: Call, world: World): Field[] {
  const pool = plausible(world)
  return Object.entries(shapeOf(call)).map(([name, schema]) => ({
    name,
    // Whether a text is of the schema's type is the question.
    accepted: pool.filter((value) => z.safeDecode(schema, value as never).success),
  }))
}

/** Wire names and schemas of a call: a record is a codec over an object. */
export function shapeOf({ request }: Pick<Call, 'request'>): Record<string, z.ZodType> {
  const outer: unknown = request._zod.def
  const inner = typeof outer === 'object' && outer !== null && 'in' in outer ? outer.in : undefined
  return inner instanceof z.ZodObject ? (inner.shape as Record<string, z.ZodType>) : {}
}

/**
 * Mostly valid values, so that calls pass validation; some hostile, some missing. Where a valid form is known, half of
 * them are that one with up to one field replaced.
 */
export function formOf(fields: readonly Field[], random: Random, right?: Record<string, string>): Record<string, string> {
  const form: Record<string, string> = {}
  const base = right && random.chance(0.5) ? right : undefined
  const isOdd = random.chance(0.6) ? random.below(Math.max(fields.length, 1)) : -1
  fields.forEach(({ name, accepted }, index) => {
    if (index !== isOdd && base) {
      if (base[name] !== undefined) form[name] = base[name]
      return
    }
    if (random.chance(0.1)) return
    form[name] = index === isOdd || accepted.length === 0 ? random.pick(HOSTILE) : random.pick(accepted)
  })
  return form
}
