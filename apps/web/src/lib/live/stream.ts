import { EVENTS_PATH, type EventFrame, readEvents, TOKEN_HEADER } from '@plinth/api'

export type StreamOptions = {
  token: () => string | undefined
  /** Where to go on; undefined for "from now". */
  after: () => string | undefined
  onEvent: (frame: EventFrame) => void
  /** Nothing is missed after the event with the id `at`; or the stream is no longer open. */
  turn: (isOpen: boolean, at?: string) => void
  fetch?: typeof fetch
  /** The first pause after a cut; each next one is twice as long. */
  firstPauseMs?: number
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** The server sends a heartbeat every 15 s; after two missed ones the connection counts as dead, even without a close. */
const SILENCE_MS = 40_000
/** A stream that lived this long was a good one: the next pause is short again. */
const GOOD_MS = 10_000

/** Reads events and reconnects after every cut, until it is closed. Never throws. */
export function openStream(options: StreamOptions): { restart: () => void; close: () => void } {
  const closing = new AbortController()
  let attempt = new AbortController()
  let hurry: () => void = () => {}
  const wake = () => hurry()
  globalThis.addEventListener?.('online', wake)

  const run = async () => {
    for (let failures = 0; !closing.signal.aborted; ) {
      attempt = new AbortController()
      const isOver = AbortSignal.any([closing.signal, attempt.signal])
      const openedAt = await readOnce(options, attempt, isOver)
      options.turn(false)
      failures = openedAt !== undefined && Date.now() - openedAt > GOOD_MS ? 0 : failures + 1
      if (closing.signal.aborted) return
      // The server asked for a restart: reconnect at once.
      if (attempt.signal.reason === RESTART) failures = 0
      else await new Promise<void>((resolve) => rest(pauseMs(failures, options.firstPauseMs), (go) => (hurry = go), resolve))
    }
  }
  void run()
  return {
    restart: () => {
      attempt.abort(RESTART)
      wake()
    },
    close: () => {
      closing.abort()
      globalThis.removeEventListener?.('online', wake)
      wake()
    },
  }
}

const RESTART = 'restart'

function rest(ms: number, onHurry: (go: () => void) => void, resolve: () => void): void {
  const timer = setTimeout(resolve, ms)
  onHurry(() => {
    clearTimeout(timer)
    resolve()
  })
}

/** Doubles, with jitter so that not every browser reconnects at once. */
function pauseMs(failures: number, firstMs = FIRST_PAUSE_MS): number {
  const longest = Math.min(firstMs * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS)
  return longest * (0.5 + Math.random() / 2)
}

/** One connection from its opening to its end; answers when it was opened, undefined if it never was. */
async function readOnce(options: StreamOptions, attempt: AbortController, signal: AbortSignal): Promise<number | undefined> {
  let openedAt: number | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  const breathe = () => {
    clearTimeout(silence)
    silence = setTimeout(() => attempt.abort('silence'), SILENCE_MS)
  }
  try {
    const after = options.after()
    breathe()
    const response = await (options.fetch ?? fetch)(
      after === undefined ? EVENTS_PATH : `${EVENTS_PATH}?after=${encodeURIComponent(after)}`,
      {
        headers: { [TOKEN_HEADER]: options.token() ?? '', Accept: 'text/event-stream' },
        cache: 'no-store',
        signal,
      },
    )
    if (!response.ok || !response.body) return undefined
    openedAt = Date.now()
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        breathe()
        out.enqueue(chunk)
      },
    })
    let isOpen = false
    for await (const frame of readEvents(response.body.pipeThrough(watched))) {
      // The first frame marks where the stream is complete from: earlier reads may lack what happened in between.
      if (!isOpen) options.turn(true, frame.id)
      isOpen = true
      options.onEvent(frame)
    }
  } catch {
    // Cut, refused or garbled: the loop reconnects.
  } finally {
    clearTimeout(silence)
  }
  return openedAt
}
