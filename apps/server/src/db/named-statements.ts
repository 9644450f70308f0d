import { createHash } from 'node:crypto'
import pg from 'pg'

/** Prepared statements of one connection: each holds its plan in the memory of its backend, some 50 kB. */
const MOST_NAMES = 256
/** Texts whose uses are counted before they have a name. */
const MOST_COUNTED = 2_048
/** A statement that runs once, as most of a start do, would only pay for its name. */
const USES_BEFORE_NAME = 3
/** A list of five values and more, or several rows of values: its length varies, and each length would be a statement of its own. */
const VARIES = /\((?:\$\d+, ?){4,}\$\d+\)|\bin \((?:\$\d+, ?){4,}|\), ?\(\$/

/** Names of statements, the same in all connections of a pool. */
export type StatementNames = {
  /** Undefined for one that is sent unnamed. */
  of(text: string): string | undefined
  /** After a change of the schema, found by the statement of this name: gives all of them new names. */
  renew(name: string): void
}

export function createStatementNames({ most = MOST_NAMES }: { readonly most?: number } = {}): StatementNames {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  let edition = 0
  return {
    of: (text) => {
      const known = names.get(text)
      if (known !== undefined || names.size >= most) return known
      const used = (uses.get(text) ?? 0) + 1
      if (used < USES_BEFORE_NAME || VARIES.test(text)) {
        if (uses.size >= MOST_COUNTED) uses.clear()
        uses.set(text, used)
        return undefined
      }
      uses.delete(text)
      const name = `p${edition}_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
      names.set(text, name)
      return name
    },
    renew: (name) => {
      if (!name.startsWith(`p${edition}_`)) return
      edition++
      names.clear()
    },
  }
}

/** "cached plan must not change result type": another process has migrated the tables since. */
function isOfOldTables(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/**
 * A client whose statements with parameters are prepared once for each connection: PostgreSQL parses and plans them no more.
 * Poolers that give a transaction any connection don't know their names.
 */
export function preparingClient(names: StatementNames = createStatementNames(), Base: typeof pg.Client = pg.Client): typeof pg.Client {
  return class extends Base {
    override query(...asked: unknown[]): never {
      const [text, values] = asked
      const name = asked.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0 ? names.of(text) : undefined
      // Its six overloads are passed on unchanged.
      if (name === undefined) return super.query(...(asked as [string])) as never
      const unnamed = () => super.query(text as string, values as unknown[])
      const prepared = super.query({ name, text: text as string, values: values as unknown[] }).catch(async (error: unknown) => {
        if (!isOfOldTables(error)) throw error
        names.renew(name)
        // Within a transaction it fails again, for that is over: `transact` runs it again.
        return unnamed().catch(() => {
          throw error
        })
      })
      // As its overload with parameters answers; a class can declare all six by no other type.
      return prepared as never
    }
  }
}
