import { AbortedTransactionError } from 'kysely'
import pg from 'pg'

/** A connection that its pool can end at once, whatever the server does. */
export type Cuttable = { cut(error: Error): void }

/** No server takes the statement now: nothing of it is saved. */
export class DatabaseAway extends Error {
  constructor(message = 'The database does not answer', options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseAway'
  }
}

/** The connection ended while a change was being saved: it may be saved, and it may not. */
export class OutcomeUnknown extends Error {
  constructor(options?: ErrorOptions) {
    super('The connection ended while the database saved a change', options)
    this.name = 'OutcomeUnknown'
  }
}

/** A server that stops, starts or takes no more connections, and a standby that was asked to write. */
const AWAY = /^(?:08...|57P0[123]|53300|25006)$/
/** No code of the system begins as they do. */
const SQL_STATE = /^[0-9FHPX][0-9A-Z]{4}$/
/** The driver gives its own errors no code. */
const DRIVER = /^(?:Connection terminated|timeout expired|Client (?:has|was) )/

/** Whether an error came of the connection rather than of the statement: what the server did last is unknown. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  if (error instanceof pg.DatabaseError) return AWAY.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  return 'code' in error ? /^E[A-Z]{3,}$/.test(String(error.code)) : DRIVER.test(error.message)
}

/** A commit that PostgreSQL has not refused by itself may have reached it, whatever ended the line. */
export function isCommitUnknown(error: unknown): boolean {
  if (error instanceof AbortedTransactionError) return false
  const isRefused = error instanceof Error && 'code' in error && SQL_STATE.test(String(error.code))
  return !isRefused || isConnectionLost(error)
}

/** `DatabaseAway` in place of what the driver, the system or a stopping server said; any other error as it is. */
export function asAway(error: unknown): unknown {
  return isConnectionLost(error) && !(error instanceof DatabaseAway) ? new DatabaseAway(undefined, { cause: error }) : error
}
