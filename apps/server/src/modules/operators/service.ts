import { inEach, type Role, type Texts, type Translations } from '@plinth/api'
import type { Db, Tx } from '../../db/database.ts'
import { type ActRow, insertAct, listNewestActs } from './store.ts'

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

export type Act = {
  /** The name of the command: `categories add`. */
  readonly what: string
  /** Its subject: `category 7`. */
  readonly subject: string
  readonly details?: Record<string, unknown>
}

/** Records a command in the transaction of its effects: neither exists without the other. */
export async function noteAct(
  tx: Tx,
  clock: { now(): number },
  { who, why }: Pick<Operator, 'who' | 'why'>,
  { what, subject, details = {} }: Act,
): Promise<void> {
  await insertAct(tx, { at: clock.now(), who, why, what, subject, details })
}

/** Newest first. */
export function listActs(db: Db, options: { subject?: string | undefined; limit: number }): Promise<ActRow[]> {
  return listNewestActs(db, options)
}
