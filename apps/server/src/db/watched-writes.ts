import type { CompiledQuery, DatabaseConnection, Dialect, Driver, TransactionSettings } from 'kysely'
import { callTime } from '../process/call-time.ts'
import { asAway, isCommitUnknown, isConnectionLost, OutcomeUnknown } from './away.ts'
import { changesTables } from './market-writes.ts'
import { whileSaving } from './saving.ts'

/** Statements whose text has been looked at. */
const MOST_TEXTS = 2_048

type Watch = {
  /** Whether a statement of this text counts. */
  readonly isWatched: (text: string) => boolean
  /** After each commit of one that counts, before its caller knows of it. */
  readonly onCommit: () => void
  /** Before each statement. */
  readonly onStatement?: (text: string) => void
}

type Change = {
  readonly isWatched: boolean
  /** Whether any table may be changed, watched or not. */
  readonly isAny: boolean
}

const NONE: Change = { isWatched: false, isAny: false }

const both = (one: Change, other: Change): Change => ({
  isWatched: one.isWatched || other.isWatched,
  isAny: one.isAny || other.isAny,
})

function noteSaved({ isWatched }: Change): void {
  const call = callTime()
  if (call && isWatched) call.hasSaved = true
}

/**
 * What the caller learns of a lost connection: the outcome is unknown where it ended a commit, and where the call has saved another
 * part before.
 */
function lostIn(change: Change, error: unknown): unknown {
  if (!isConnectionLost(error)) return error
  return change.isAny || callTime()?.hasSaved ? new OutcomeUnknown({ cause: error }) : asAway(error)
}

/** The same dialect, which reports its commits, and fails with `DatabaseAway` or `OutcomeUnknown` when a connection is lost. */
export function watchWrites(dialect: Dialect, watch: Watch): Dialect {
  return {
    createDriver: () => new WatchingDriver(dialect.createDriver(), watch),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** They end what a call has begun: a transaction whose COMMIT is cancelled may be committed all the same. */
const ENDS: ReadonlySet<string> = new Set(['commit', 'rollback'])

/**
 * Executes statements; one that runs when the time of its call is over is cancelled in the database where `mayCancel` says so, and
 * later ones are not sent.
 */
function inCallTime(connection: DatabaseConnection, mayCancel: (query: CompiledQuery) => boolean): DatabaseConnection['executeQuery'] {
  const execute = connection.executeQuery.bind(connection)
  return async <R>(query: CompiledQuery, ...rest: [options?: object]) => {
    const over = callTime()?.over
    if (!over || ENDS.has(query.sql)) return execute<R>(query, ...rest)
    over.throwIfAborted()
    if (!connection.cancelQuery || !mayCancel(query)) return execute<R>(query, ...rest)
    await connection.collectSessionInfo?.()
    let cancelling: Promise<void> | undefined
    const cancel = (): void => {
      // The statement that failed or ended by itself meanwhile needs none.
      cancelling = connection.cancelQuery?.(refuseShared).catch(() => undefined)
    }
    over.addEventListener('abort', cancel, { once: true })
    try {
      return await execute<R>(query, ...rest)
    } finally {
      over.removeEventListener('abort', cancel)
      // Else it could meet the next statement of this connection.
      await cancelling
    }
  }
}

/** Drivers with a client to cancel by do not ask for a connection of the pool, which may have none left. */
const refuseShared = (): Promise<void> => Promise.reject(new Error('No client to cancel by'))

class WatchingDriver implements Driver {
  readonly #driver: Driver
  readonly #watch: Watch
  readonly #texts = new Map<string, Change>()
  readonly #watched = new WeakSet<DatabaseConnection>()
  /** What the running transaction of each connection has changed. */
  readonly #transactions = new WeakMap<DatabaseConnection, Change>()
  readonly savepoint: NonNullable<Driver['savepoint']> | undefined
  readonly rollbackToSavepoint: NonNullable<Driver['rollbackToSavepoint']> | undefined
  readonly releaseSavepoint: NonNullable<Driver['releaseSavepoint']> | undefined

  constructor(driver: Driver, watch: Watch) {
    this.#driver = driver
    this.#watch = watch
    this.savepoint = driver.savepoint?.bind(driver)
    this.rollbackToSavepoint = driver.rollbackToSavepoint?.bind(driver)
    this.releaseSavepoint = driver.releaseSavepoint?.bind(driver)
  }

  init(...options: Parameters<Driver['init']>): Promise<void> {
    return this.#driver.init(...options)
  }

  async acquireConnection(...options: Parameters<Driver['acquireConnection']>): Promise<DatabaseConnection> {
    callTime()?.over.throwIfAborted()
    const connection = await this.#driver.acquireConnection(...options).catch((error: unknown) => {
      throw lostIn(NONE, error)
    })
    if (!this.#watched.has(connection)) {
      this.#watched.add(connection)
      // As kysely does to log: the driver must get its own object back.
      const execute = inCallTime(connection, (query) => this.#transactions.has(connection) || !this.#changeOf(query).isAny)
      connection.executeQuery = async <R>(query: CompiledQuery, ...rest: [options?: object]) => {
        this.#watch.onStatement?.(query.sql)
        const change = this.#changeOf(query)
        const transaction = this.#transactions.get(connection)
        if (transaction) this.#transactions.set(connection, both(transaction, change))
        const isAlone = !transaction && change.isAny
        try {
          const result = await (isAlone ? whileSaving(() => execute<R>(query, ...rest)) : execute<R>(query, ...rest))
          if (isAlone) noteSaved(change)
          return result
        } catch (error) {
          throw transaction ? lostIn(NONE, error) : lostIn(change, error)
        } finally {
          if (!transaction && change.isWatched) this.#watch.onCommit()
        }
      }
    }
    return connection
  }

  #changeOf({ query: node, sql: text }: CompiledQuery): Change {
    if (node.kind === 'SelectQueryNode' && !('with' in node && node.with)) return NONE
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    if (this.#texts.size >= MOST_TEXTS) this.#texts.clear()
    const change = { isWatched: this.#watch.isWatched(text), isAny: changesTables(text) }
    this.#texts.set(text, change)
    return change
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#driver.beginTransaction(connection, settings)
    this.#transactions.set(connection, NONE)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const change = this.#transactions.get(connection) ?? NONE
    this.#transactions.delete(connection)
    try {
      await this.#driver.commitTransaction(connection)
      noteSaved(change)
    } catch (error) {
      throw change.isAny && isCommitUnknown(error) ? new OutcomeUnknown({ cause: error }) : lostIn(NONE, error)
    } finally {
      // Also of one that failed: its line may have been cut after the commit.
      if (change.isWatched) this.#watch.onCommit()
    }
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#transactions.delete(connection)
    // A lost connection has none to roll back, and its caller learns how it was lost.
    await this.#driver.rollbackTransaction(connection).catch((error: unknown) => {
      if (!isConnectionLost(error)) throw error
    })
  }

  releaseConnection(...given: Parameters<Driver['releaseConnection']>): Promise<void> {
    return this.#driver.releaseConnection(...given)
  }

  destroy(...options: Parameters<Driver['destroy']>): Promise<void> {
    return this.#driver.destroy(...options)
  }
}
