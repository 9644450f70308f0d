import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { connect } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { silentLogger } from '../../src/process/log.ts'
import { openTestDatabase, type TestDatabase } from '../database/database.ts'
import type { LaneData } from './lane.ts'
import type { Run } from './simulate.ts'

const TEMPLATE = { name: 'plinth', prepare: (dialect: TestDatabase['dialect']) => migrate(connect(dialect), silentLogger) }

/** A thread with two databases of its own: parallel lanes use every core. */
export class Lane {
  readonly #worker: Worker
  readonly #databases: readonly TestDatabase[]

  private constructor(worker: Worker, databases: readonly TestDatabase[]) {
    this.#worker = worker
    this.#databases = databases
  }

  static async open(): Promise<Lane> {
    const [built, fresh] = [await openTestDatabase(TEMPLATE), await openTestDatabase(TEMPLATE)]
    const workerData: LaneData = { built: built.url, fresh: fresh.url }
    return new Lane(new Worker(new URL('./lane.ts', import.meta.url), { workerData }), [built, fresh])
  }

  /** @throws with the message of a failed run */
  async run(seed: number): Promise<Run> {
    this.#worker.postMessage(seed)
    const [{ run, failure }] = (await once(this.#worker, 'message')) as [{ run?: Run; failure?: string }]
    if (!run) throw new Error(failure)
    return run
  }

  async close(): Promise<void> {
    const ended = once(this.#worker, 'exit')
    this.#worker.postMessage('end')
    await ended
    await Promise.all(this.#databases.map((database) => database.close()))
  }
}
