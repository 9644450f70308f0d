import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { MailTables } from '../../db/schema/mail.ts'

export type MailAccount = Selectable<MailTables['mail_account']>

export async function findMailAccount(db: Db, by: { emailKey: string } | { accountId: number }): Promise<MailAccount | undefined> {
  const query = db.selectFrom('mail_account').selectAll()
  return ('emailKey' in by ? query.where('email_key', '=', by.emailKey) : query.where('account_id', '=', by.accountId)).executeTakeFirst()
}

type NewMailAccount = { readonly accountId: number; readonly emailKey: string; readonly email: string; readonly passwordHash: string }

/** Returns false when the address got an account in the meantime. */
export async function insertMailAccount(
  tx: Tx,
  { accountId, emailKey, email, passwordHash }: NewMailAccount,
  now: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('mail_account')
    .values({ account_id: accountId, email_key: emailKey, email, password_hash: passwordHash, created_at: now, changed_at: now })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updatePassword(tx: Tx, accountId: number, passwordHash: string, now: number): Promise<void> {
  await tx.updateTable('mail_account').set({ password_hash: passwordHash, changed_at: now }).where('account_id', '=', accountId).execute()
}

export async function deleteMailAccount(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('mail_account').where('account_id', '=', accountId).execute()
}

/** Moves the log-in to the account that it was merged into. */
export async function moveMailAccount(tx: Tx, from: number, to: number): Promise<void> {
  await tx.updateTable('mail_account').set({ account_id: to }).where('account_id', '=', from).execute()
}
