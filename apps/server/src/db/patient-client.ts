import pg from 'pg'
import { callTime } from '../process/call-time.ts'
import { type Cuttable, DatabaseAway } from './away.ts'
import type { Primary } from './primary.ts'
import { isSaving } from './saving.ts'

/** How much later than the call a statement ends that no cancel has reached. */
export const GRACE_MS = 1_000
/** A commit may wait for a standby that is gone. It is never cancelled: PostgreSQL would report success. */
const COMMIT_OF_CALL_MS = 9_000
/** Of the market's own work: short, for readers need the connections too. */
const COMMIT_MS = 15_000
/** Of a statement of that work that is a transaction by itself: it may take long before it commits. */
const ALONE_MS = 120_000
/** Lines without a word for 10 s are asked whether they still stand; a line that was cut is found within 20 s. */
const WAITS: pg.ClientConfig = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * A client that waits for no server without end: 10 s to connect, the time of its call for a statement, 9 s or 15 s for a commit. It connects
 * to the server that takes writes, where `primary` knows it.
 */
export function patientClient(primary?: Primary): typeof pg.Client {
  return class extends pg.Client implements Cuttable {
    readonly #url: string | undefined

    constructor(config?: pg.ClientConfig) {
      const url = primary?.url
      // The pool hides the password from a copy.
      const own = { ...WAITS, ...config, ...(config?.password === undefined ? {} : { password: config.password }) }
      super(url === undefined ? own : { ...own, connectionString: url })
      this.#url = url
      // An error of a connection fails what runs on it. Without a listener it would end the process.
      this.on('error', () => undefined)
    }

    override connect(...asked: unknown[]): never {
      const url = this.#url
      if (primary && url !== undefined) {
        primary.noteOpened(this, url)
        this.once('end', () => primary.noteEnded(this))
        // Requests that waited for a connection when the server was lost fail at once, too.
        if (!primary.isFound) process.nextTick(() => this.cut(new DatabaseAway('No database takes writes')))
      }
      return super.connect(...(asked as [])) as never
    }

    cut(error: Error): void {
      this.connection.stream.destroy(error)
    }

    override query(...asked: unknown[]): never {
      // Its six overloads are passed on unchanged.
      const answer: unknown = super.query(...(asked as [string]))
      const mostMs = mostOf(asked[0])
      if (mostMs === undefined || !(answer instanceof Promise)) return answer as never
      const timer = setTimeout(() => this.cut(new DatabaseAway('The database did not answer in time')), mostMs)
      const end = (): void => clearTimeout(timer)
      answer.then(end, end)
      return answer as never
    }
  }
}

/** Undefined for reads of the market's own work, which may take long: its pool ends them when the server hangs. */
function mostOf(asked: unknown): number | undefined {
  const call = callTime()
  if (asked === 'commit') return call ? COMMIT_OF_CALL_MS : COMMIT_MS
  if (isSaving()) return call ? COMMIT_OF_CALL_MS : ALONE_MS
  return call && call.mostMs + 2 * GRACE_MS
}
