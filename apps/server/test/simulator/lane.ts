import { parentPort, workerData } from 'node:worker_threads'
import { openPool } from '../../src/db/driver.ts'
import { PreparingClient } from './prepared.ts'
import { Simulator } from './simulate.ts'
import { answerInProcess } from './wire.ts'

export type LaneData = { readonly built: string; readonly fresh: string }

/** One simulator in a thread of its own: it receives a seed, and returns its run or why it failed. */
const { built, fresh } = workerData as LaneData
const CONNECTIONS = 4

answerInProcess()
const databases = [built, fresh].map((connectionString) =>
  openPool({ connectionString, max: CONNECTIONS, Client: PreparingClient }, 'external', () => undefined),
) as [ReturnType<typeof openPool>, ReturnType<typeof openPool>]
const simulator = new Simulator(...databases)

parentPort?.on('message', async (seed: number | 'end') => {
  if (seed === 'end') {
    simulator.close()
    await Promise.all(databases.map((database) => database.close()))
    return parentPort?.close()
  }
  try {
    parentPort?.postMessage({ run: await simulator.run(seed) })
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
