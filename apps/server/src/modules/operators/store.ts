import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

export type NewAuditRow = {
  readonly at: number
  readonly who: string
  readonly what: string
  readonly subject: string
  readonly why: string
  readonly details: Record<string, unknown>
}
export type AuditRow = NewAuditRow & { readonly id: number }

export async function insertAudit(tx: Tx, { details, ...act }: NewAuditRow): Promise<void> {
  const plain = JSON.stringify(details, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  await tx
    .insertInto('operator_act')
    .values({ ...act, details: plain })
    .execute()
}

/** Another subject that a command acted on, such as the hidden item of a report. */
const DONE_ON = sql<string>`details ->> 'on'`

export function listNewestAudit(db: Db, { subject, limit }: { subject?: string | undefined; limit: number }): Promise<AuditRow[]> {
  return db
    .selectFrom('operator_act')
    .selectAll()
    .$if(subject !== undefined, (query) =>
      query.where(({ eb, or }) => or([eb('subject', '=', subject ?? ''), eb(DONE_ON, '=', subject ?? '')])),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
