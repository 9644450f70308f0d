import type { CompiledQuery, DatabaseConnection, Dialect, Driver, TransactionSettings } from 'kysely'
import { callTime } from '../process/call-time.ts'

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

/** The same dialect, which reports its commits. */
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

/** Executes statements; one that runs when the time of its call is over is cancelled in the database, and later ones are not sent. */
function inCallTime(connection: DatabaseConnection): DatabaseConnection['executeQuery'] {
  const execute = connection.executeQuery.bind(connection)
  return async <R>(query: CompiledQuery, ...rest: [options?: object]) => {
    const over = callTime()?.over
    if (!over || !connection.cancelQuery || ENDS.has(query.sql)) return execute<R>(query, ...rest)
    over.throwIfAborted()
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
  readonly #texts = new Map<string, boolean>()
  readonly #watched = new WeakSet<DatabaseConnection>()
  /** The connections whose transaction runs now: whether one of its statements counts. */
  readonly #counts = new WeakMap<DatabaseConnection, boolean>()
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
    const connection = await this.#driver.acquireConnection(...options)
    if (!this.#watched.has(connection)) {
      this.#watched.add(connection)
      // As kysely does to log: the driver must get its own object back.
      const execute = inCallTime(connection)
      connection.executeQuery = async <R>(query: CompiledQuery, ...rest: [options?: object]) => {
        this.#watch.onStatement?.(query.sql)
        if (!this.#isWatched(query)) return execute<R>(query, ...rest)
        const isInTransaction = this.#counts.has(connection)
        if (isInTransaction) this.#counts.set(connection, true)
        try {
          return await execute<R>(query, ...rest)
        } finally {
          if (!isInTransaction) this.#watch.onCommit()
        }
      }
    }
    return connection
  }

  #isWatched(query: CompiledQuery): boolean {
    const { query: node, sql: text } = query
    if (node.kind === 'SelectQueryNode' && !('with' in node && node.with)) return false
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    if (this.#texts.size >= MOST_TEXTS) this.#texts.clear()
    const isWatched = this.#watch.isWatched(text)
    this.#texts.set(text, isWatched)
    return isWatched
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#driver.beginTransaction(connection, settings)
    this.#counts.set(connection, false)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const isCounted = this.#counts.get(connection) ?? false
    this.#counts.delete(connection)
    try {
      await this.#driver.commitTransaction(connection)
    } finally {
      // Also of one that failed: its line may have been cut after the commit.
      if (isCounted) this.#watch.onCommit()
    }
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#counts.delete(connection)
    await this.#driver.rollbackTransaction(connection)
  }

  releaseConnection(...given: Parameters<Driver['releaseConnection']>): Promise<void> {
    return this.#driver.releaseConnection(...given)
  }

  destroy(...options: Parameters<Driver['destroy']>): Promise<void> {
    return this.#driver.destroy(...options)
  }
}
