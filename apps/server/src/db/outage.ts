import { sql } from 'kysely'
import type { Db } from './database.ts'

const LOOK_MS = 1_000

type Waiting = { readonly pause: (ms: number) => Promise<void>; readonly isStopping: () => boolean }

/** Waits while the database does not answer. Returns whether it had to: then what failed may be tried again at once. */
export async function outlastOutage(db: Db, { pause, isStopping }: Waiting): Promise<boolean> {
  const answers = () =>
    sql`select`.execute(db).then(
      () => true,
      () => false,
    )
  for (let hasWaited = false; ; hasWaited = true) {
    if (isStopping() || (await answers())) return hasWaited
    await pause(LOOK_MS)
  }
}
