import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Connection } from '../../../db/driver.ts'
import { type ItemIndex, type ItemIndexOptions, MemoryItemIndex } from './item-index.ts'
import { ThreadItemIndex } from './thread-index.ts'

/** Items of a market whose index has a thread of its own: a question takes some milliseconds of one. */
const LARGE = 100_000

type Options = ItemIndexOptions & {
  /** How a thread reads the same database; without it the process's own thread answers. */
  readonly connection?: Connection | undefined
  readonly large?: number
}

/** Which one it is shows with the first question. */
export function openItemIndex(db: Db, mostBytes: number, { connection, large = LARGE, ...options }: Options): ItemIndex {
  const here = new MemoryItemIndex(db, mostBytes, options)
  if (!connection || mostBytes === 0) return here
  const choose = async (): Promise<ItemIndex> =>
    (await isLarge(db, large)) ? new ThreadItemIndex({ connection, mostBytes }, options.signal) : here
  let chosen: Promise<ItemIndex> | undefined
  const index = (): Promise<ItemIndex> => {
    chosen ??= choose().catch((error: unknown) => {
      chosen = undefined
      throw error
    })
    return chosen
  }
  return {
    ask: async (question, mostAgeMs) => (await index()).ask(question, mostAgeMs),
    warm: async (times) => (await index()).warm(times),
    // A thread follows the database by itself.
    forget: () => here.forget(),
  }
}

async function isLarge(db: Db, large: number): Promise<boolean> {
  const { rows } = await sql<{ items: number }>`select count(*) as items from (select from item limit ${large + 1}) first`.execute(db)
  return (rows[0]?.items ?? 0) > large
}
