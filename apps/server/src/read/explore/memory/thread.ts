import { parentPort, workerData } from 'node:worker_threads'
import { connect, DatabaseAway } from '../../../db/database.ts'
import { openAgain } from '../../../db/driver.ts'
import { Replicas } from '../../../db/replicas.ts'
import { createMoneys } from '../moneys.ts'
import { MemoryItemIndex } from './item-index.ts'
import type { FromThread, ThreadData, ToThread } from './thread-index.ts'

/** The item index in a thread of its own, which reads the database by itself. */
const { connection, mostBytes } = workerData as ThreadData
const CONNECTIONS = 3
/** The database would need as long for one answer about a market that has a thread. */
const PATIENCE_MS = 15_000

const opened = await openAgain(connection, CONNECTIONS)
const stopping = new AbortController()
const db = connect(opened.dialect)
const replicas = new Replicas(db, opened.replicas, { log: () => undefined, onUse: () => undefined })
const index = new MemoryItemIndex(db, mostBytes, { signal: stopping.signal, patienceMs: PATIENCE_MS, replicas })
opened.follower.onMoved(() => {
  replicas.forget()
  index.forget()
})
const send = (message: FromThread): void => parentPort?.postMessage(message)

async function answer({ asked, mostAgeMs, moneys }: Extract<ToThread, { asked: unknown }>) {
  return index.ask({ ...asked, moneys: createMoneys(moneys.tokens, moneys.digits) }, mostAgeMs)
}

parentPort?.on('message', async (message: ToThread) => {
  if (message === 'end') {
    stopping.abort()
    replicas.close()
    await opened.close()
    return parentPort?.close()
  }
  const { id } = message
  try {
    if ('warm' in message) {
      await index.warm(message.warm)
      send({ id, answer: undefined })
    } else send({ id, answer: await answer(message) })
  } catch (error) {
    const { message: reason, code } = error as Error & { code?: string }
    send({ id, failure: { reason, code, isAway: error instanceof DatabaseAway } })
  }
})
