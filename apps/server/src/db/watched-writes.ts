import type { CompiledQuery, DatabaseConnection, Dialect, Driver, TransactionSettings } from 'kysely'
import { callTime } from '../call-time.ts'

/** Statements whose text has been looked at. */
const MOST_TEXTS = 2_048

type Watch<S> = {
  /** What a statement of this text may change. */
  readonly changedBy: (text: string) => readonly S[]
  /** Before each statement. */
  readonly onStatement: (text: string) => void
  /** After each commit that may have changed something, before its caller knows of it. */
  readonly onCommit: (changed: ReadonlySet<S>) => void
}

/** The same dialect, which reports its commits. */
export function watchWrites<S>(dialect: Dialect, watch: Watch<S>): Dialect {
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

class WatchingDriver<S> implements Driver {
  readonly #driver: Driver
  readonly #watch: Watch<S>
  readonly #texts = new Map<string, readonly S[]>()
  readonly #watched = new WeakSet<DatabaseConnection>()
  /** Of each transaction that runs now, what it may have changed. */
  readonly #changed = new WeakMap<DatabaseConnection, Set<S>>()
  readonly savepoint: NonNullable<Driver['savepoint']> | undefined
  readonly rollbackToSavepoint: NonNullable<Driver['rollbackToSavepoint']> | undefined
  readonly releaseSavepoint: NonNullable<Driver['releaseSavepoint']> | undefined

  constructor(driver: Driver, watch: Watch<S>) {
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
        this.#watch.onStatement(query.sql)
        const changed = this.#changedBy(query)
        if (changed.length === 0) return execute<R>(query, ...rest)
        const ofTransaction = this.#changed.get(connection)
        if (ofTransaction) for (const one of changed) ofTransaction.add(one)
        try {
          return await execute<R>(query, ...rest)
        } finally {
          if (!ofTransaction) this.#watch.onCommit(new Set(changed))
        }
      }
    }
    return connection
  }

  #changedBy(query: CompiledQuery): readonly S[] {
    const { query: node, sql: text } = query
    if (node.kind === 'SelectQueryNode' && !('with' in node && node.with)) return []
    const known = this.#texts.get(text)
    if (known) return known
    if (this.#texts.size >= MOST_TEXTS) this.#texts.clear()
    const changed = this.#watch.changedBy(text)
    this.#texts.set(text, changed)
    return changed
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#driver.beginTransaction(connection, settings)
    this.#changed.set(connection, new Set())
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const changed = this.#changed.get(connection) ?? new Set<S>()
    this.#changed.delete(connection)
    try {
      await this.#driver.commitTransaction(connection)
    } finally {
      // Also of one that failed: its line may have been cut after the commit.
      this.#watch.onCommit(changed)
    }
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#changed.delete(connection)
    await this.#driver.rollbackTransaction(connection)
  }

  releaseConnection(...given: Parameters<Driver['releaseConnection']>): Promise<void> {
    return this.#driver.releaseConnection(...given)
  }

  destroy(...options: Parameters<Driver['destroy']>): Promise<void> {
    return this.#driver.destroy(...options)
  }
}
