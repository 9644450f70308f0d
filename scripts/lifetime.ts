import { StartError } from './settings.ts'

export interface Lifetime {
  signal: AbortSignal
  onStarted(stop: () => Promise<void> | void): void
  /** Says the sentence, ends everything in order and exits with 1: a part has stopped for good. */
  onLost(sentence: string): void
}

/** How a process tells of itself; one for other people's money writes a log from which secrets are taken out. */
export interface Voice {
  stopping(): void
  /** A bug, or something that did not end. */
  failed(error: unknown): void
}

const CONSOLE: Voice = { stopping: () => console.log('\nStopping…'), failed: (error) => console.error(error) }
const STOP_LIMIT_MS = 4700
/** npm passes on the Ctrl-C that the terminal has sent already: what comes so soon is no second wish. */
const SAME_SIGNAL_MS = 1000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs `start` and keeps the process until a signal; then ends in opposite order what it told of, within 5 seconds or `limitMs`, and
 * exits with 0. A second signal forces it. A failure of `start` ends the same way with its sentence and 1.
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
    // what was just starting is told of only now
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

/** Nobody reading what we print is no reason to leave chain and database alone; a bug still ends them in order. */
function survive(voice: Voice, end: () => void): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      voice.failed(error)
      end()
    })
  }
}
