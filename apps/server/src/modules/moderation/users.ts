import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { addressOf, bytes, type Db, type Tx, transact } from '../../db/database.ts'
import { type AuditEntry, type Operator, OperatorRefused, recordAudit, requireAbove } from '../operators/service.ts'
import { endSessions, listSessions } from '../sessions/service.ts'

export type UserState = {
  readonly id: number
  readonly nickname: string
  readonly lockedAt: number | null
  readonly createdAt: number
  readonly sessions: number
}

export type ListedUser = Omit<UserState, 'id' | 'sessions'> & { readonly address: Address; readonly byMail: boolean }

const LISTED = 100

/** A page of accounts that have signed in, newest first; with `named` those whose name or address contains it. */
export async function listUsers(db: Db, named: string, page: number): Promise<ListedUser[]> {
  const hex = /^0x([0-9a-f]{2,40})$/i.exec(named)?.[1]?.toLowerCase()
  const rows = await db
    .selectFrom('account')
    .select(['address', 'nickname', 'login_type', 'locked_at', 'created_at'])
    .$if(named !== '', (query) =>
      query.where(({ eb, or }) =>
        or([
          eb(sql<string>`lower(nickname)`, 'like', `%${named.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`),
          ...(hex === undefined ? [] : [eb(sql<string>`encode(address, 'hex')`, 'like', `${hex}%`)]),
        ]),
      ),
    )
    .orderBy('id', 'desc')
    .limit(LISTED)
    .offset((page - 1) * LISTED)
    .execute()
  return rows.map((row) => ({
    address: addressOf(row.address),
    nickname: row.nickname,
    byMail: row.login_type === '2',
    lockedAt: row.locked_at,
    createdAt: row.created_at,
  }))
}

export async function getUserState({ db }: Context, address: Address): Promise<UserState> {
  const { id, nickname, locked_at: lockedAt, created_at: createdAt } = await requireUser(db, address)
  return { id, nickname, lockedAt, createdAt, sessions: (await listSessions(db, id)).length }
}

/**
 * Signs an account out everywhere, and refuses it until it is unlocked. What its wallet holds stays its own. @throws
 * OperatorRefused
 */
export async function lockUser(context: Context, operator: Operator, address: Address, isLocked: boolean): Promise<void> {
  await transact(context.db, async (tx) =>
    recordAudit(tx, context.clock, operator, await lockUserIn(tx, context, operator, address, isLocked)),
  )
}

/** The same as a part of another command, which records it. @throws OperatorRefused */
export async function lockUserIn(tx: Tx, { clock }: Context, operator: Operator, address: Address, isLocked: boolean): Promise<AuditEntry> {
  const { id, locked_at } = await requireUser(tx, address)
  await requireAbove(tx, operator, address)
  if ((locked_at !== null) === isLocked)
    throw new OperatorRefused(`${address} is ${isLocked ? 'locked' : 'not locked'} already.`, {
      zh: `${address} 已${isLocked ? '被锁定' : '处于未锁定状态'}。`,
      field: 'user',
    })
  await tx
    .updateTable('account')
    .set({ locked_at: isLocked ? clock.now() : null })
    .where('id', '=', id)
    .execute()
  if (isLocked) await endSessions(tx, id)
  return { what: `users ${isLocked ? 'lock' : 'unlock'}`, subject: `user ${address}` }
}

export async function signOutUser(context: Context, operator: Operator, address: Address): Promise<void> {
  await transact(context.db, async (tx) => {
    const { id } = await requireUser(tx, address)
    await requireAbove(tx, operator, address)
    await endSessions(tx, id)
    await recordAudit(tx, context.clock, operator, { what: 'users sign-out', subject: `user ${address}` })
  })
}

async function requireUser(db: Db, address: Address) {
  const row = await db
    .selectFrom('account')
    .select(['id', 'nickname', 'locked_at', 'created_at'])
    .where('address', '=', bytes(address))
    .executeTakeFirst()
  if (!row)
    throw new OperatorRefused(`Nobody has signed in here as ${address}.`, { zh: `没有用户以 ${address} 登录过本站。`, field: 'user' })
  return row
}
