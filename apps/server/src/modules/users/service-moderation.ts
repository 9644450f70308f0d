import type { Address } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { bytes, type Db, transact } from '../../db/database.ts'
import { noteAct, type Operator, OperatorRefused } from '../operators/service.ts'
import { endSessions, listSessions } from '../sessions/service.ts'

export type UserState = {
  readonly id: number
  readonly nickname: string
  readonly lockedAt: number | null
  readonly createdAt: number
  readonly sessions: number
}

export async function getUserState({ db }: Context, address: Address): Promise<UserState> {
  const { id, nickname, locked_at: lockedAt, created_at: createdAt } = await requireUser(db, address)
  return { id, nickname, lockedAt, createdAt, sessions: (await listSessions(db, id)).length }
}

/** Signed out everywhere, and not let in again until unlocked. What he has in his wallet stays his. */
export async function lockUser(context: Context, operator: Operator, address: Address, isLocked: boolean): Promise<void> {
  await transact(context.db, async (tx) => {
    const { id, locked_at } = await requireUser(tx, address)
    if ((locked_at !== null) === isLocked) throw new OperatorRefused(`${address} is ${isLocked ? 'locked' : 'not locked'} already.`)
    await tx
      .updateTable('account')
      .set({ locked_at: isLocked ? context.clock.now() : null })
      .where('id', '=', id)
      .execute()
    if (isLocked) await endSessions(tx, id)
    await noteAct(tx, context.clock, operator, { what: `users ${isLocked ? 'lock' : 'unlock'}`, subject: `user ${address}` })
  })
}

export async function signOutUser(context: Context, operator: Operator, address: Address): Promise<void> {
  await transact(context.db, async (tx) => {
    const { id } = await requireUser(tx, address)
    await endSessions(tx, id)
    await noteAct(tx, context.clock, operator, { what: 'users sign-out', subject: `user ${address}` })
  })
}

async function requireUser(db: Db, address: Address) {
  const row = await db
    .selectFrom('account')
    .select(['id', 'nickname', 'locked_at', 'created_at'])
    .where('address', '=', bytes(address))
    .executeTakeFirst()
  if (!row) throw new OperatorRefused(`Nobody has signed in here as ${address}.`)
  return row
}
