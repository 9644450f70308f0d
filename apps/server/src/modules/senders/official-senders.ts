import type { Chain } from '../../chain/chain.ts'
import type { OfficialSender } from '../../config.ts'
import { addressOf, type Db } from '../../db/database.ts'

/** Senders whose sales pay no buyer fee: those of the configuration, and the operator's. */
export async function officialSenders(db: Db, chains: readonly Chain[]): Promise<Map<number, OfficialSender[]>> {
  const found = new Map(chains.map((chain) => [chain.id, [...(chain.config.officialSenders ?? [])]]))
  if (found.size === 0) return found
  const rows = await db
    .selectFrom('official_sender')
    .selectAll()
    .where('chain_id', 'in', [...found.keys()])
    .execute()
  for (const row of rows) found.get(row.chain_id)?.push({ collection: addressOf(row.collection), sender: addressOf(row.sender) })
  return found
}
