import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'

/** Decides before and after each statement whether the connection breaks there. */
export type Breaker = (statement: string, moment: 'before' | 'after') => void

/**
 * A dialect whose connections break on demand, as when a process dies between two statements, or the network after a
 * commit.
 */
export function breakable(dialect: Dialect, breaker: { current: Breaker | undefined }): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => breakableDriver(dialect.createDriver(), breaker),
  }
}

function breakableDriver(driver: Driver, breaker: { current: Breaker | undefined }): Driver {
  const run = async <T>(statement: string, work: () => Promise<T>): Promise<T> => {
    breaker.current?.(statement, 'before')
    const result = await work()
    breaker.current?.(statement, 'after')
    return result
  }
  const wrapped = new WeakMap<DatabaseConnection, DatabaseConnection>()
  const inner = new WeakMap<DatabaseConnection, DatabaseConnection>()
  const innerOf = (connection: DatabaseConnection): DatabaseConnection => inner.get(connection) ?? connection
  return {
    init: () => driver.init(),
    destroy: () => driver.destroy(),
    acquireConnection: async () => {
      const connection = await driver.acquireConnection()
      const known = wrapped.get(connection)
      if (known) return known
      const outer: DatabaseConnection = {
        executeQuery: <R>(query: CompiledQuery): Promise<QueryResult<R>> => run(query.sql, () => connection.executeQuery<R>(query)),
        streamQuery: (query, size) => connection.streamQuery(query, size),
      }
      wrapped.set(connection, outer)
      inner.set(outer, connection)
      return outer
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(innerOf(connection), settings),
    commitTransaction: (connection) => run('commit', () => driver.commitTransaction(innerOf(connection))),
    rollbackTransaction: (connection) => driver.rollbackTransaction(innerOf(connection)),
    releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
  }
}

export class BrokenConnection extends Error {
  override readonly name = 'BrokenConnection'
}
