import { AppError, inEach, ROLES, type Role, type Texts, type Translations } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { Caller, Context } from '../../context.ts'
import { addressOf, bytes, type Db, type Tx, transact } from '../../db/database.ts'
import { type AuditRow, insertAudit, listNewestAudit } from './store.ts'

/** The acting operator: a person at the command line, or a wallet with the role at the console. */
export type Operator = {
  /** A wallet's address, or the name given at the command line. */
  readonly who: string
  /** The audit reason the operator gave; empty where no account is affected. */
  readonly why: string
  /** The role at the console; undefined at the command line, which ranks above every role. */
  readonly role: Role | undefined
}

/** The sentence for readers of the console in all other languages, or in none where only the command line says it. */
type About = (Translations | { readonly [L in keyof Translations]?: undefined }) & {
  /** The option it is about, beside which the console shows it. */
  readonly field?: string
}

/** A command that can't be carried out as given; the sentence says what is wrong and what to do. */
export class OperatorRefused extends Error {
  override name = 'OperatorRefused'
  readonly sentences: Texts
  readonly field: string | undefined

  constructor(message: string, { field, ...translations }: About = {}) {
    super(message)
    this.sentences = { ...inEach(() => message), ...translations }
    this.field = field
  }
}

export type AuditEntry = {
  /** The name of the command: `categories add`. */
  readonly what: string
  /** Its subject: `category 7`. */
  readonly subject: string
  readonly details?: Record<string, unknown>
}

/** Records a command in the transaction of its effects: neither exists without the other. */
export async function recordAudit(
  tx: Tx,
  clock: { now(): number },
  { who, why }: Pick<Operator, 'who' | 'why'>,
  { what, subject, details = {} }: AuditEntry,
): Promise<void> {
  await insertAudit(tx, { at: clock.now(), who, why, what, subject, details })
}

/** Newest first. */
export function listAudit(db: Db, options: { subject?: string | undefined; limit: number }): Promise<AuditRow[]> {
  return listNewestAudit(db, options)
}

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
    await recordAudit(tx, context.clock, operator, { what: 'roles grant', subject: `role ${address}`, details: { role } })
  })
}

export async function revokeRole(context: Context, operator: Operator, address: Address): Promise<void> {
  await transact(context.db, async (tx) => {
    const gone = await tx.deleteFrom('operator_role').where('address', '=', bytes(address)).returning('role').executeTakeFirst()
    if (!gone) throw new OperatorRefused(`${address} has no role: \`roles list\` shows who has one.`)
    await recordAudit(tx, context.clock, operator, { what: 'roles revoke', subject: `role ${address}`, details: gone })
  })
}

/** @throws OperatorRefused for a chain that is not configured */
export function chainOf({ chains }: Pick<Context, 'chains'>, chainId: number): Chain {
  const chain = chains.find(chainId)
  if (chain) return chain
  throw new OperatorRefused(`Chain ${chainId} is not one of this market: ${chains.all.map(({ id }) => id).join(', ')}.`, {
    zh: `链 ${chainId} 不在本站支持的范围内：${chains.all.map(({ id }) => id).join('、')}。`,
    field: 'chain',
  })
}

/** @throws OperatorRefused for an address without code */
export async function requireContract(chain: Chain, address: Address, field: 'token' | 'collection'): Promise<void> {
  const code = await chain
    .read((node) => node.getCode({ address }))
    .catch(() => {
      throw new OperatorRefused(`No node of chain ${chain.id} answers now: the address can't be checked.`, {
        zh: `链 ${chain.id} 的节点暂无响应，无法核对该地址。`,
        field,
      })
    })
  if (!code || code === '0x')
    throw new OperatorRefused(`There is no contract at ${address} on chain ${chain.id}: look whether address and chain belong together.`, {
      zh: `链 ${chain.id} 上的 ${address} 没有合约：请核对地址与网络是否对应。`,
      field,
    })
}
