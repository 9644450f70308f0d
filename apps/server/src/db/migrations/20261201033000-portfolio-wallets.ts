import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const STATEMENTS = [
  `create table portfolio_wallet (
    account bytea not null,
    wallet bytea not null,
    created_at bigint not null,
    primary key (account, wallet)
  )`,
  'create index portfolio_wallet_wallet on portfolio_wallet (wallet)',
]

export async function up(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
