import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { fixed, fixedIfBare } from './fixed-text.ts'

const textOf = (part: ReturnType<typeof fixed>) => part.toOperationNode()

describe('a part of a statement', () => {
  const bare = sql`${sql.ref('item.floor')} = ${sql.lit(7)} and "a" is ${sql.lit(null)}`

  it('is composed once, to the same text', () => {
    expect(textOf(fixed(bare))).toEqual(textOf(sql.raw(`"item"."floor" = 7 and "a" is null`)))
  })

  it('is no fixed text with values, which differ from statement to statement', () => {
    const valued = sql`a = ${7}`
    expect(() => fixed(valued)).toThrow('values')
    expect(fixedIfBare(valued)).toBe(valued)
    expect(textOf(fixedIfBare(bare))).toEqual(textOf(fixed(bare)))
  })
})
