import { AppError, ROLES, type Role } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Caller, Context } from '../../context.ts'
import { addressOf, bytes, type Db, transact } from '../../db/database.ts'
import { noteAct, type Operator, OperatorRefused } from './service.ts'

export type Granted = { readonly address: Address; readonly role: Role; readonly grantedAt: number; readonly grantedBy: string }

/** Read at every call: a revoked role is gone with the next one. */
export async function findRole(db: Db, address: Address): Promise<Role | undefined> {
  const row = await db
    .selectFrom('operator_role')
    .select('role')
    .where('address', '=', bytes(address))
    // A password must never open the console: only accounts that a wallet alone opens count.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account')
            .innerJoin('mail_account', 'mail_account.account_id', 'account.id')
            .select('account.id')
            .whereRef('account.address', '=', 'operator_role.address'),
        ),
      ),
    )
    .executeTakeFirst()
  return row?.role
}

export function allows(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** @throws AppError ROLE_MISSING */
export async function requireRole(db: Db, caller: Caller | undefined, needed: Role): Promise<Role> {
  const role = caller && (await findRole(db, caller.address))
  if (role === undefined || !allows(role, needed)) throw new AppError('ROLE_MISSING')
  return role
}

/**
 * A role has no power over equal or higher ones: their accounts are managed on the machine itself.
 * @throws OperatorRefused
 */
export async function requireAbove(db: Db, { role }: Operator, address: Address): Promise<void> {
  const theirs = role && (await findRole(db, address))
  if (theirs === undefined || role === undefined || !allows(theirs, role)) return
  throw new OperatorRefused(`${address} is ${theirs} here, and you are ${role}: only the command line acts on roles not below one’s own.`, {
    zh: `${address} 在本站的角色是 ${theirs}，你的角色是 ${role}：对不低于自己的角色，只能在命令行中操作。`,
    field: 'user',
  })
}

export async function listRoles(db: Db): Promise<Granted[]> {
  const rows = await db.selectFrom('operator_role').selectAll().orderBy('granted_at').orderBy('address').execute()
  return rows.map(({ address, role, granted_at: grantedAt, granted_by: grantedBy }) => ({
    address: addressOf(address),
    role,
    grantedAt,
    grantedBy,
  }))
}

/** @throws OperatorRefused for an account that has the role already, or can sign in by a password */
export async function grantRole(context: Context, operator: Operator, address: Address, role: Role): Promise<void> {
  await transact(context.db, async (tx) => {
    if ((await findRole(tx, address)) === role) throw new OperatorRefused(`${address} is ${role} already.`)
    const row = { role, granted_at: context.clock.now(), granted_by: operator.who }
    await tx
      .insertInto('operator_role')
      .values({ address: bytes(address), ...row })
      .onConflict((conflict) => conflict.column('address').doUpdateSet(row))
      .execute()
    if ((await findRole(tx, address)) === undefined)
      throw new OperatorRefused(`${address} can sign in by e-mail too: a role needs a wallet that nothing but its key opens.`)
    await noteAct(tx, context.clock, operator, { what: 'roles grant', subject: `role ${address}`, details: { role } })
  })
}

export async function revokeRole(context: Context, operator: Operator, address: Address): Promise<void> {
  await transact(context.db, async (tx) => {
    const gone = await tx.deleteFrom('operator_role').where('address', '=', bytes(address)).returning('role').executeTakeFirst()
    if (!gone) throw new OperatorRefused(`${address} has no role: \`roles list\` shows who has one.`)
    await noteAct(tx, context.clock, operator, { what: 'roles revoke', subject: `role ${address}`, details: gone })
  })
}
