import type { ServerResponse } from 'node:http'

/** Bytes that may wait for one client that does not read. */
const MOST_WAITING_BYTES = 262_144
/** A disconnected client gets so long to read the farewell. */
const FAREWELL_MS = 5_000

const RESET = 'event: reset\ndata: {"topic":"reset"}\n\n'

/** One open response of `GET /events`. */
export type EventStream = {
  send(frame: string): void
  /** Ends it in order: bytes already sent still arrive. */
  end(): void
}

export function createEventStream(response: ServerResponse): EventStream {
  let isOpen = true
  const end = (): void => {
    if (!isOpen) return
    isOpen = false
    // Spreads the reconnects of disconnected clients over some seconds.
    response.end(`retry: ${1_000 + Math.floor(Math.random() * 4_000)}\n\n`)
    const cut = setTimeout(() => response.destroy(), FAREWELL_MS)
    response.once('close', () => clearTimeout(cut))
  }
  response.once('close', () => {
    isOpen = false
  })
  return {
    end,
    send: (frame) => {
      if (!isOpen) return
      if (response.writableLength + frame.length <= MOST_WAITING_BYTES) return void response.write(frame)
      response.write(RESET)
      end()
    },
  }
}
