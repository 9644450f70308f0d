import type { ColumnType, Generated } from 'kysely'

type Bytes = Uint8Array

/** An account with e-mail sign-in: an account of its own, or the way into one with a wallet (decision 17). */
type MailAccountTable = {
  account_id: number
  /** The address in its normalized spelling, for look-ups. */
  email_key: string
  /** As it was typed. */
  email: string
  /** PHC text of argon2id. */
  password_hash: string
  created_at: number
  changed_at: number
}

type PictureCodeTable = { id_hash: Bytes; answer: string; expires_at: number }

/** Also for addresses without an account, to which nothing was sent: from outside they look alike. */
type MailedCodeTable = {
  id: Generated<number>
  email_key: string
  purpose: 'register' | 'password'
  code_hash: Bytes
  email: string
  /** For a registration: the password with which this very code opens the account. */
  password_hash: string | null
  /** Wrong guesses of the requesting browser. */
  tries: Generated<number>
  /** Wrong guesses of others at the requesting address. */
  tries_near: Generated<number>
  /** Hash of the id in the requesting browser; null for codes from before it was kept. */
  browser: Bytes | null
  /** Hash of the requesting address. */
  asked_from: Bytes | null
  created_at: number
  expires_at: number
}

/** Links that stand in for the captcha once; also for addresses without an account, to which nothing was sent. */
type MailedLinkTable = {
  id: Generated<number>
  email_key: string
  act: 'login' | 'register' | 'password'
  token_hash: Bytes
  expires_at: number
}

/** How many attempts there were since. */
type TryCountTable = { key: Bytes; tries: number; since: number }

/** Outgoing mails. */
type MailTable = {
  id: Generated<number>
  recipient: string
  subject: string
  body: string
  tries: Generated<number>
  due_at: number
  expires_at: number
}

/** The operator's queue. */
type ReportTable = {
  id: Generated<number>
  /** Null once the reporter has deleted its account. */
  reporter: Bytes | null
  kind: number
  chain_id: number
  address: Bytes
  token_id: ColumnType<bigint | null, bigint | null, bigint | null>
  text: string
  /** 0 open */
  status: Generated<number>
  created_at: number
}

export type MailTables = {
  mail_account: MailAccountTable
  picture_code: PictureCodeTable
  mailed_code: MailedCodeTable
  mailed_link: MailedLinkTable
  try_count: TryCountTable
  mail: MailTable
  report: ReportTable
}
