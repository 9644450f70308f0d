import { sql } from 'kysely'
import { reorgWindowOf } from '../chain/reorg-window.ts'
import type { Context } from '../context.ts'
import type { Job } from './job.ts'

/** Expired locks are kept for so long, so that the same buyer does not get the next one. */
const LOCK_MEMORY_S = 86_400

/** Deletes empty blocks below every possible reorganisation, and expired locks. */
export const pruneChain: Job = {
  name: 'prune-chain',
  everyMs: 60_000,
  run: async (context: Context) => {
    const { db, clock } = context
    for (const chain of context.chains.all) {
      const cursor = await db.selectFrom('chain_cursor').select('number').where('chain_id', '=', chain.id).executeTakeFirst()
      if (!cursor) continue
      await db
        .deleteFrom('chain_block')
        .where('chain_id', '=', chain.id)
        .where('number', '<', cursor.number - 2 * reorgWindowOf(chain))
        .where(
          sql<boolean>`not exists (select 1 from chain_log l where l.chain_id = chain_block.chain_id and l.block_hash = chain_block.hash)
            and not exists (select 1 from item_transfer t where t.chain_id = chain_block.chain_id and t.block_hash = chain_block.hash)`,
        )
        .execute()
    }
    await db
      .deleteFrom('item_lock')
      .where('until', '<', clock.now() - LOCK_MEMORY_S)
      .execute()
    return false
  },
}
