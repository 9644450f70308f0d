import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Where a person's name ends and the bio begins: before, a space stood there. The grams stay, since words end at either. */
export async function up(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number; nickname: string; brief: string }>`
    select id, nickname, brief from account where brief <> ''`.execute(tx)
  for (const { id, nickname, brief } of rows)
    await sql`update account_search set folded = ${fold(`${nickname}\u001f${brief}`)} where id = ${id}`.execute(tx)
}

function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC').toLowerCase()
  return plain.replace(/\s+/gu, ' ').trim().slice(0, 200)
}
