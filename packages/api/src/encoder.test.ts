import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from './call.ts'
import { CATALOGUE } from './catalogue.ts'
import { encoderOf } from './encoder.ts'
import examples from './examples.generated.json' with { type: 'json' }
import { record } from './schemas/record.ts'
import { address, big, flag, int, listOf } from './schemas/wire.ts'
import v1Examples from './v1/examples.generated.json' with { type: 'json' }
import { type Resource, V1 } from './v1/index.ts'

const CALLS = Object.entries(CATALOGUE).flatMap(([segment, calls]) =>
  Object.entries<Call>(calls).map(([name, call]) => [`${segment}.${name}`, call.response] as const),
)
const RESOURCES = Object.entries<Resource>(V1).map(([name, { response }]) => [name, response] as const)

/** JSON has no undefined. */
const json = (value: unknown) => JSON.parse(JSON.stringify(value) ?? 'null')
const bothWays = (schema: z.ZodType, wire: unknown) => {
  const value = z.decode(schema, wire as never)
  return [json(encoderOf(schema)(value)), json(z.encode(schema, value as never))]
}

describe('the encoder of what the server has computed', () => {
  it('writes each recorded answer as zod does', () => {
    const answers = examples as unknown as Record<string, { answer?: { data?: unknown } }>
    const known = CALLS.filter(([name]) => answers[name]?.answer?.data !== undefined)
    expect(known.length).toBeGreaterThan(60)
    for (const [name, schema] of known) {
      const [ours, zods] = bothWays(schema, answers[name]?.answer?.data)
      expect(ours, name).toEqual(zods)
    }
  })

  it('writes each recorded resource as zod does', () => {
    const answers = v1Examples as unknown as Record<string, { answer?: unknown }>
    const known = RESOURCES.filter(([name]) => answers[name]?.answer !== undefined)
    expect(known.length).toBeGreaterThan(30)
    for (const [name, schema] of known) {
      const [ours, zods] = bothWays(schema, answers[name]?.answer)
      expect(ours, name).toEqual(zods)
    }
  })

  it.each<[string, z.ZodType, unknown]>([
    [
      'all spellings, constants, and nothing of an absent field',
      record({ id: [['id', 'no'], big], of: ['of', address.optional()] }, { kind: 7 }),
      { id: 5n, secret: 1 },
    ],
    ['a field of the wrong kind of nothing', z.object({ price: big.nullable(), at: int.optional() }), { price: null, at: undefined }],
    ['lists as text', listOf(int), [1, 2]],
    ['values by name', z.record(z.string(), big), { a: 1n }],
    ['one of several forms', z.union([record({ x: ['y', big] }), z.string()]), { x: 3n }],
    ['fields beyond those named', z.looseObject({ on: flag }), { on: true, more: 1 }],
    ['rows of rows', z.array(z.array(big)), [[1n], [2n]]],
  ])('writes %s', (_, schema, value) => {
    expect(json(encoderOf(schema)(value))).toEqual(json(z.encode(schema, value as never)))
  })
})
