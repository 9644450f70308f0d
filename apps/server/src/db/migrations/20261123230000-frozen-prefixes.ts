import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  'alter table collection add column frozen_prefix text',
  // The prizes that boxes mint: their contract has no function that changes a URI, and names itself as signer here.
  `update collection set frozen_prefix = 'ipfs:/' where followed_from is not null and signer = address`,
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
