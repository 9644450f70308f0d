import { Worker } from 'node:worker_threads'
import { DatabaseAway } from '../../../db/database.ts'
import type { Connection } from '../../../db/driver.ts'
import type { Answer } from '../answer.ts'
import type { Moneys } from '../moneys.ts'
import type { Question, Times } from '../question.ts'
import type { ItemIndex } from './item-index.ts'

export type ThreadData = { readonly connection: Connection; readonly mostBytes: number }
export type ToThread =
  | 'end'
  | { readonly id: number; readonly warm: Times }
  | {
      readonly id: number
      readonly asked: Omit<Question, 'moneys'>
      readonly mostAgeMs: number
      readonly moneys: Pick<Moneys, 'tokens' | 'digits'>
    }
export type FromThread = { readonly id: number; readonly answer: Answer | undefined } | { readonly id: number; readonly failure: Failure }

/** A class of error does not come through. */
type Failure = { readonly reason: string; readonly code: string | undefined; readonly isAway: boolean }

type Waiting = { readonly resolve: (answer: Answer | undefined) => void; readonly reject: (error: Error) => void }

/** After a thread has ended by itself, how long before another begins. */
const RETRY_MS = 60_000

/** The index of a large market: neither reading it nor a scan holds up what else the process serves. */
export class ThreadItemIndex implements ItemIndex {
  readonly #data: ThreadData
  readonly #signal: AbortSignal | undefined
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #last = 0
  #downUntil = 0

  constructor(data: ThreadData, signal?: AbortSignal) {
    this.#data = data
    this.#signal = signal
    signal?.addEventListener('abort', () => this.#worker?.postMessage('end'))
  }

  async warm(times: Times): Promise<void> {
    await this.#send((id) => ({ id, warm: times }))
  }

  forget(): void {
    // The thread follows the database by itself.
  }

  async ask({ moneys, ...asked }: Question, mostAgeMs = 0): Promise<Answer | undefined> {
    const { tokens, digits } = moneys
    return this.#send((id) => ({ id, asked, mostAgeMs, moneys: { tokens, digits } }))
  }

  async #send(messageOf: (id: number) => ToThread): Promise<Answer | undefined> {
    const worker = this.#open()
    if (!worker) return undefined
    const id = ++this.#last
    const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>()
    this.#waiting.set(id, { resolve, reject })
    worker.postMessage(messageOf(id))
    // It keeps the process while somebody waits, and no longer.
    worker.ref()
    return promise
  }

  #open(): Worker | undefined {
    if (this.#worker || this.#signal?.aborted || performance.now() < this.#downUntil) return this.#worker
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: this.#data })
    // The database answers what it leaves open.
    const end = (): void => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#downUntil = performance.now() + RETRY_MS
      for (const { resolve } of this.#waiting.values()) resolve(undefined)
      this.#waiting.clear()
    }
    worker.on('message', (message: FromThread) => this.#take(message))
    worker.on('error', end)
    worker.on('exit', end)
    worker.unref()
    this.#worker = worker
    return worker
  }

  #take(message: FromThread): void {
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (this.#waiting.size === 0) this.#worker?.unref()
    if ('answer' in message) waiting?.resolve(message.answer)
    else waiting?.reject(errorOf(message.failure))
  }
}

const errorOf = ({ reason, code, isAway }: Failure): Error =>
  isAway ? new DatabaseAway(reason) : Object.assign(new Error(reason), { code })
