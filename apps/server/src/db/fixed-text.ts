import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'

const composer = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * A part of a statement that has no values, as text: it is composed once, and not with each statement that has it.
 * @throws Error for a part with values
 */
export function fixed<T>(part: RawBuilder<T>): RawBuilder<T> {
  const text = textOf(part)
  if (text === undefined) throw new Error('A part of a statement that has values is composed each time')
  return sql.raw<T>(text)
}

/** The same where it has no values. */
export function fixedIfBare<T>(part: RawBuilder<T>): RawBuilder<T> {
  const text = textOf(part)
  return text === undefined ? part : sql.raw<T>(text)
}

function textOf(part: RawBuilder<unknown>): string | undefined {
  const { sql: text, parameters } = part.compile(composer)
  return parameters.length === 0 ? text : undefined
}
