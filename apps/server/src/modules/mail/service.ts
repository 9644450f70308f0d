import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Letter, MailRefused } from '../../mail/mailer.ts'

export type { Letter } from '../../mail/mailer.ts'
export { letterOf } from './letters.ts'

const AT_ONCE = 20
const FIRST_WAIT_S = 15
const LONGEST_WAIT_S = 600

/** Puts a letter into the outbox; it is sent once the transaction is committed, and dropped after `lifeS` seconds. */
export async function queueLetter(tx: Tx, letter: Letter, now: number, lifeS: number): Promise<void> {
  const row = { recipient: letter.to, subject: letter.subject, body: letter.text, due_at: now, expires_at: now + lifeS }
  await tx.insertInto('mail').values(row).execute()
}

/** Sends due letters; true when there may be more. A failing letter waits longer each time, until it expires. */
export async function sendDueLetters(context: Pick<Context, 'db' | 'clock' | 'log' | 'mailer' | 'metrics' | 'stopping'>): Promise<boolean> {
  const { db, clock, mailer } = context
  if (!mailer) return false
  const due = await db.selectFrom('mail').selectAll().where('due_at', '<=', clock.now()).orderBy('due_at').limit(AT_ONCE).execute()
  for (const mail of due) {
    if (context.stopping.signal.aborted) return false
    const outcome = mail.expires_at < clock.now() ? 'expired' : await trySending(context, mail)
    context.metrics.mails.inc({ outcome })
    if (outcome !== 'failed') await db.deleteFrom('mail').where('id', '=', mail.id).execute()
    else {
      const wait = Math.min(FIRST_WAIT_S * 2 ** mail.tries, LONGEST_WAIT_S)
      const next = { tries: mail.tries + 1, due_at: clock.now() + wait }
      await db.updateTable('mail').set(next).where('id', '=', mail.id).execute()
    }
  }
  return due.length === AT_ONCE
}

type Mail = { readonly recipient: string; readonly subject: string; readonly body: string; readonly tries: number }

async function trySending({ mailer, log }: Pick<Context, 'mailer' | 'log'>, mail: Mail): Promise<'sent' | 'refused' | 'failed'> {
  try {
    await mailer?.send({ to: mail.recipient, subject: mail.subject, text: mail.body })
    return 'sent'
  } catch (error) {
    const isRefused = error instanceof MailRefused
    log.warn('mail not sent', { refused: isRefused, tries: mail.tries + 1, error: isRefused ? error.cause : error })
    return isRefused ? 'refused' : 'failed'
  }
}

/** Deletes the unsent letters to this address. */
export async function dropLetters(db: Db, email: string): Promise<void> {
  await db.deleteFrom('mail').where('recipient', '=', email).execute()
}
