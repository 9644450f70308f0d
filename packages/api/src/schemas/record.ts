import { z } from 'zod'

/**
 * One field of a record: our name is the key, the wire's spelling the first entry. All spellings (`buyerToken`,
 * `buyToken`) are written; the first one present is read.
 */
type Field = readonly [wire: string | readonly string[], schema: z.core.SomeType]
type Fields = Record<string, Field>

type House<F extends Fields> = Simplify<
  { [K in keyof F as undefined extends z.output<F[K][1]> ? never : K]: z.output<F[K][1]> } & {
    [K in keyof F as undefined extends z.output<F[K][1]> ? K : never]?: z.output<F[K][1]>
  }
>
type Simplify<T> = { [K in keyof T]: T[K] } & {}

/** The wire type: the spellings are internal to the record. */
type Wire = Record<string, unknown>

/** Reads and writes records of a named type, whose name then stands wherever the type is used. */
export type Schema<T> = z.ZodType<T, Wire>

/**
 * Two-way record: our names inside, the product's spellings on the wire (house style §1). `always` adds constant wire
 * fields.
 */
export function record<const F extends Fields>(fields: F, always: Record<string, unknown> = {}): Schema<House<F>> {
  const plan = Object.entries(fields).map(([ours, [wire, schema]]) => ({
    ours,
    names: typeof wire === 'string' ? [wire] : wire,
    schema: schema as z.ZodType,
  }))
  const shape: Record<string, z.ZodType> = {}
  for (const { names, schema } of plan) for (const name of names) shape[name] = names.length > 1 ? schema.optional() : schema
  for (const name of Object.keys(always)) shape[name] = z.unknown().optional()

  return z.codec(z.object(shape), z.custom<House<F>>(), {
    decode: (wire, payload) => {
      const house: Record<string, unknown> = {}
      for (const { ours, names, schema } of plan) {
        const name = names.find((candidate) => wire[candidate] !== undefined)
        if (name !== undefined) house[ours] = wire[name]
        else if (names.length > 1 && !schema.safeParse(undefined).success)
          payload.issues.push({
            code: 'invalid_type',
            expected: 'nonoptional',
            input: undefined,
            path: [names[0] ?? ours],
            message: 'missing',
          })
        else if (names.length > 1) house[ours] = schema.parse(undefined)
      }
      return house as House<F>
    },
    encode: (house) => {
      const wire: Record<string, unknown> = { ...always }
      for (const { ours, names } of plan) for (const name of names) wire[name] = (house as Record<string, unknown>)[ours]
      return wire
    },
  })
}
