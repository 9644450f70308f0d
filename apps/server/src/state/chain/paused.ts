import type { Db } from '../../db/database.ts'

/** Chains for which the operator has paused signing. */
export async function pausedChains(db: Db): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('paused_chain').select('chain_id').execute()
  return new Set(rows.map((row) => row.chain_id))
}
