import { setTimeout as sleep } from 'node:timers/promises'
import { EVENTS_PATH, type EventFrame, readEvents, TOKEN_HEADER } from '@plinth/api'

/** `GET /events` as a browser reads it, with its events for inspection. */
export class EventReader {
  readonly frames: EventFrame[] = []
  readonly arrivedAt: number[] = []
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  readonly response: Response
  readonly #abort: AbortController

  private constructor(response: Response, abort: AbortController) {
    this.response = response
    this.#abort = abort
    this.ended = this.#read()
  }

  static async open(url: string, options: { query?: string; token?: string; after?: string } = {}): Promise<EventReader> {
    const abort = new AbortController()
    const headers = {
      ...(options.token === undefined ? {} : { [TOKEN_HEADER]: options.token }),
      ...(options.after === undefined ? {} : { 'last-event-id': options.after }),
    }
    const response = await fetch(`${url}${EVENTS_PATH}${options.query ?? ''}`, { headers, signal: abort.signal })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    const reader = new EventReader(response, abort)
    // The first frame gives the id at which the stream begins: all later events arrive.
    await reader.until((frames) => frames.length > 0)
    return reader
  }

  get events() {
    return this.frames.flatMap(({ news }) => news ?? [])
  }

  get lastId(): string | undefined {
    return this.frames.findLast(({ id }) => id !== undefined)?.id
  }

  async until(isEnough: (frames: readonly EventFrame[]) => boolean, withinMs = 5_000): Promise<void> {
    const late = Date.now() + withinMs
    while (!isEnough(this.frames)) {
      if (Date.now() > late) throw new Error(`Not received within ${withinMs} ms; ${this.frames.length} frames came`)
      await sleep(5)
    }
  }

  async close(): Promise<void> {
    this.#abort.abort()
    await this.ended
  }

  async #read(): Promise<void> {
    if (!this.response.body) return
    try {
      for await (const frame of readEvents(this.response.body)) {
        this.frames.push(frame)
        this.arrivedAt.push(Date.now())
      }
    } catch (error) {
      if (!this.#abort.signal.aborted) throw error
    }
  }
}
