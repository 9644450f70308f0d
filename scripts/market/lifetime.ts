import { StartError } from './settings.ts'

export interface Lifetime {
  signal: AbortSignal
  onStarted(stop: () => Promise<void> | void): void
  /** Reports the sentence, stops everything in order and exits with 1: a part has failed for good. */
  onLost(sentence: string): void
}

/** How a process reports; one for real money writes a log with secrets redacted. */
export interface Voice {
  stopping(): void
  /** A bug, or a part that did not stop. */
  failed(error: unknown): void
}

const CONSOLE: Voice = { stopping: () => console.log('\nStopping…'), failed: (error) => console.error(error) }
const STOP_LIMIT_MS = 4700
/** npm forwards the Ctrl-C that the terminal has sent already: a signal this soon is no second request. */
const SAME_SIGNAL_MS = 1000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs `start` and keeps the process until a signal; then stops the registered parts in reverse order, within 5 seconds
 * or `limitMs`, and exits with 0. A second signal forces it. A failure of `start` ends the same way with its sentence
 * and 1.
 */
export async function runUntilStopped(
  start: (lifetime: Lifetime) => Promise<void>,
  limitMs = STOP_LIMIT_MS,
  voice: Voice = CONSOLE,
): Promise<void> {
  const stops: (() => Promise<void> | void)[] = []
  const abort = new AbortController()
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await Promise.resolve(stop()).catch(voice.failed)
  }
  const end = async (code: number) => {
    setTimeout(() => process.exit(code || 1), limitMs)
    await stopAll()
    // parts that were just starting register only now
    await starting.catch(() => undefined)
    await stopAll()
    process.exit(code)
  }
  let stoppedAt: number | undefined
  const stop = () => {
    if (stoppedAt !== undefined && Date.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(1)
    stoppedAt ??= Date.now()
    if (abort.signal.aborted) return
    abort.abort()
    voice.stopping()
    void end(0)
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  survive(voice, () => void end(1))
  const onLost = (sentence: string) => {
    if (abort.signal.aborted) return
    abort.abort()
    console.error(sentence)
    void end(1)
  }
  const starting = start({ signal: abort.signal, onStarted: (stop) => void stops.push(stop), onLost })
  try {
    await starting
  } catch (error) {
    if (abort.signal.aborted) return
    abort.abort()
    if (error instanceof StartError) console.error(error.message)
    else voice.failed(error)
    await end(1)
  }
}

/** A closed output is no reason to abandon chain and database; a bug still stops them in order. */
function survive(voice: Voice, end: () => void): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      voice.failed(error)
      end()
    })
  }
}
