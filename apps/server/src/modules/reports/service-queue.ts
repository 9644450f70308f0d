import type { Context } from '../../context.ts'
import { addressOf, type Db, transact } from '../../db/database.ts'
import { noteAct, type Operator, OperatorRefused } from '../operators/service.ts'

/** As the table says it. */
export const REPORT_STATUS = { open: 0, upheld: 1, dismissed: 2 } as const
export type Verdict = Exclude<keyof typeof REPORT_STATUS, 'open'>

export type QueuedReport = {
  readonly id: number
  readonly reporter: string
  readonly kind: number
  readonly chainId: number
  readonly address: string
  readonly tokenId: bigint | null
  readonly text: string
  readonly createdAt: number
}

/** The oldest first: who has waited longest is heard first. */
export async function listOpenReports(db: Db, limit: number): Promise<QueuedReport[]> {
  const rows = await db.selectFrom('report').selectAll().where('status', '=', REPORT_STATUS.open).orderBy('id').limit(limit).execute()
  return rows.map((row) => ({
    id: row.id,
    reporter: row.reporter ? addressOf(row.reporter) : '',
    kind: row.kind,
    chainId: row.chain_id,
    address: addressOf(row.address),
    tokenId: row.token_id,
    text: row.text,
    createdAt: row.created_at,
  }))
}

/** What follows from it, such as hiding the item, is an act of its own. */
export async function decideReport(context: Context, operator: Operator, id: number, verdict: Verdict): Promise<void> {
  await transact(context.db, async (tx) => {
    const row = await tx.selectFrom('report').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw new OperatorRefused(`There is no report ${id}.`, { zh: `没有编号为 ${id} 的举报。` })
    if (row.status !== REPORT_STATUS.open)
      throw new OperatorRefused(`Report ${id} has been decided already: \`acts list --subject "report ${id}"\` tells by whom.`, {
        zh: `举报 ${id} 已有裁定，由谁裁定请查看操作记录。`,
      })
    await tx.updateTable('report').set({ status: REPORT_STATUS[verdict] }).where('id', '=', id).execute()
    await noteAct(tx, context.clock, operator, { what: 'reports decide', subject: `report ${id}`, details: { verdict } })
  })
}
