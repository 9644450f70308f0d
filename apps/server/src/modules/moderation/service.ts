import { REPORT_KIND } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import { addressOf, type Db, type Tx, transact } from '../../db/database.ts'
import type { MailTables } from '../../db/schema/mail.ts'
import { hideCollectionIn } from '../collections/service.ts'
import { hideItemIn } from '../items/service.ts'
import { type AuditEntry, type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'
import { lockUserIn } from './users.ts'

export { getUserState, listUsers, lockUser, signOutUser } from './users.ts'

/** The values in the table. */
export const REPORT_STATUS = { open: 0, upheld: 1, dismissed: 2 } as const
export type Verdict = Exclude<keyof typeof REPORT_STATUS, 'open'>

export type QueuedReport = {
  readonly id: number
  readonly reporter: string
  readonly kind: number
  readonly chainId: number
  readonly address: Address
  readonly tokenId: bigint | null
  readonly text: string
  readonly createdAt: number
}

/** Oldest first. */
export async function listOpenReports(db: Db, limit: number): Promise<QueuedReport[]> {
  const rows = await db.selectFrom('report').selectAll().where('status', '=', REPORT_STATUS.open).orderBy('id').limit(limit).execute()
  return rows.map((row) => ({
    id: row.id,
    reporter: row.reporter ? addressOf(row.reporter) : '',
    text: row.text,
    createdAt: row.created_at,
    ...aboutOf(row),
  }))
}

type About = Pick<QueuedReport, 'kind' | 'chainId' | 'address' | 'tokenId'>

function aboutOf(row: Pick<Selectable<MailTables['report']>, 'kind' | 'chain_id' | 'address' | 'token_id'>) {
  return { kind: row.kind, chainId: row.chain_id, address: addressOf(row.address), tokenId: row.token_id }
}

export type Decision = {
  readonly verdict: Verdict
  /** Whether the reported subject is removed as well: an item or collection is hidden, an account locked. */
  readonly isEnforced: boolean
}

/** The verdict and its effects are one command: both are done and recorded, or neither. @throws OperatorRefused */
export async function decideReport(context: Context, operator: Operator, id: number, { verdict, isEnforced }: Decision): Promise<void> {
  if (isEnforced && verdict !== 'upheld')
    throw new OperatorRefused('Nothing is hidden or locked for a report that is dismissed: uphold it, or leave that out.', {
      zh: '驳回的举报不能同时隐藏或锁定：请改为成立，或取消该选项。',
      field: 'enforce',
    })
  await transact(context.db, async (tx) => {
    const row = await tx.selectFrom('report').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw new OperatorRefused(`There is no report ${id}.`, { zh: `没有编号为 ${id} 的举报。` })
    if (row.status !== REPORT_STATUS.open)
      throw new OperatorRefused(`Report ${id} has been decided already: \`acts list --subject "report ${id}"\` tells by whom.`, {
        zh: `举报 ${id} 已有裁定，由谁裁定请查看操作记录。`,
      })
    await tx.updateTable('report').set({ status: REPORT_STATUS[verdict] }).where('id', '=', id).execute()
    const followed = isEnforced ? await enforceIn(tx, context, operator, aboutOf(row)) : undefined
    const details = { verdict, ...(followed && { did: followed.what, on: followed.subject }) }
    await recordAudit(tx, context.clock, operator, { what: 'reports decide', subject: `report ${id}`, details })
  })
}

function enforceIn(tx: Tx, context: Context, operator: Operator, { kind, chainId, address, tokenId }: About): Promise<AuditEntry> {
  if (kind === REPORT_KIND.ACCOUNT) return lockUserIn(tx, context, operator, address, true)
  if (kind === REPORT_KIND.COLLECTION) return hideCollectionIn(tx, context, { chainId, address }, true)
  return hideItemIn(tx, { chainId, collection: address, tokenId: tokenId ?? 0n }, true)
}
