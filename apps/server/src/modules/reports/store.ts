import type { Address } from '@plinth/protocol'
import { bytes, type Db, type Tx } from '../../db/database.ts'

export type NewReport = {
  readonly reporter: Address
  readonly kind: number
  readonly chainId: number
  readonly address: Address
  readonly tokenId: bigint | undefined
  readonly text: string
  readonly createdAt: number
}

export async function insertReport(db: Db, { reporter, kind, chainId, address, tokenId, text, createdAt }: NewReport): Promise<void> {
  const about = { kind, chain_id: chainId, address: bytes(address), token_id: tokenId ?? null }
  await db
    .insertInto('report')
    .values({ reporter: bytes(reporter), ...about, text, created_at: createdAt })
    .execute()
}

export async function listReportsOf(db: Db, reporter: Address): Promise<{ id: bigint; text: string; createdAt: number }[]> {
  const rows = await db
    .selectFrom('report')
    .select(['id', 'text', 'created_at'])
    .where('reporter', '=', bytes(reporter))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: BigInt(row.id), text: row.text, createdAt: row.created_at }))
}

/** Reports of `from` belong to `to` from now on, or to no account. */
export async function renameReporter(tx: Tx, from: Address, to: Address | undefined): Promise<void> {
  await tx
    .updateTable('report')
    .set({ reporter: to === undefined ? null : bytes(to) })
    .where('reporter', '=', bytes(from))
    .execute()
}
