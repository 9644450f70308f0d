import type { Db } from '../../db/database.ts'

/** Chains on which the operator has the market sign nothing for a while. */
export async function pausedChains(db: Db): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('paused_chain').select('chain_id').execute()
  return new Set(rows.map((row) => row.chain_id))
}
