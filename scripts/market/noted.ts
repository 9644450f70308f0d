import { hostname, userInfo } from 'node:os'
import type pg from 'pg'
import { connect, transact } from '../../apps/server/src/db/database.ts'
import { openPool } from '../../apps/server/src/db/driver.ts'
import { findPending, refuseNewerDatabase } from '../../apps/server/src/db/migrate.ts'
import { type AuditEntry, type Operator, recordAudit } from '../../apps/server/src/modules/operators/service.ts'
import { readWhy } from '../../apps/server/src/operator/command.ts'
import { systemClock } from '../../apps/server/src/process/clock.ts'

/** Options of every script whose action is audited. */
export const SAYING_WHO = { as: { type: 'string' }, why: { type: 'string' } } as const
type Said = { readonly as?: string | undefined; readonly why?: string | undefined }

/** Default reason for copies of the market: most are made by a timer. */
const ROUTINE = 'routine'

/** Operator and audit reason. @throws OperatorRefused without a reason, or with one too long */
export function operatorOf({ as, why }: Said): Operator {
  return { who: as?.trim() || `${userInfo().username}@${hostname()}`, why: readWhy(why), role: undefined }
}

/** The same for routine scripts that change nothing in the market. */
export function routineOperatorOf({ as, why }: Said): Operator {
  return operatorOf({ as, why: why ?? ROUTINE })
}

/** Audits an action done outside the database. A database of an older version has no table for it, and goes without. */
export async function noteDone(connection: pg.ClientConfig, operator: Operator, act: AuditEntry): Promise<void> {
  const opened = openPool({ ...connection, max: 1 }, 'external', () => undefined)
  try {
    const db = connect(opened.dialect)
    if ((await findPending(db)).length > 0) return
    await refuseNewerDatabase(db)
    await transact(db, (tx) => recordAudit(tx, systemClock, operator, act))
  } finally {
    await opened.close()
  }
}
