const FIRST_REST_MS = 5_000
const LONGEST_REST_MS = 60_000

/** Runs what has failed again, after twice the rest each time, until it succeeds or something newer of its key has run. */
function createRests(): (key: string, acted: Promise<unknown>, again: () => unknown) => Promise<void> {
  const failures = new Map<string, number>()
  return async (key, acted, again) => {
    try {
      await acted
      failures.delete(key)
    } catch {
      const failed = (failures.get(key) ?? 0) + 1
      failures.set(key, failed)
      const restMs = Math.min(FIRST_REST_MS * 2 ** (failed - 1), LONGEST_REST_MS)
      setTimeout(() => failures.get(key) === failed && again(), restMs * (1 + Math.random() / 4))
    }
  }
}

/** Runs `act` for a key soon and gathers calls; while it runs, at most one more run waits. Where it throws it is run again. */
export function eachOnce<T>(act: (value: T) => Promise<unknown>, gatherMs = 30): (key: string, value: T) => void {
  const waiting = new Map<string, T>()
  const busy = new Set<string>()
  const rest = createRests()
  const start = (key: string) => {
    busy.add(key)
    setTimeout(async () => {
      const value = waiting.get(key)
      waiting.delete(key)
      if (value !== undefined) await rest(key, act(value), () => waiting.has(key) || put(key, value))
      busy.delete(key)
      if (waiting.has(key)) start(key)
    }, gatherMs)
  }
  const put = (key: string, value: T) => {
    waiting.set(key, value)
    if (!busy.has(key)) start(key)
  }
  return put
}

/**
 * Runs `act` for a key shortly after the first call, then at most once in `everyMs` while calls keep coming. Where it throws it is
 * run again.
 */
export function sometimes(
  act: (key: string) => Promise<unknown>,
  { everyMs, jitterMs }: { everyMs: number; jitterMs: number },
): (key: string) => void {
  const last = new Map<string, number>()
  const waiting = new Set<string>()
  const rest = createRests()
  const put = (key: string) => {
    if (waiting.has(key)) return
    waiting.add(key)
    const remainingMs = (last.get(key) ?? -Infinity) + everyMs - Date.now()
    setTimeout(
      () => {
        waiting.delete(key)
        last.set(key, Date.now())
        void rest(key, act(key), () => put(key))
      },
      Math.max(remainingMs, Math.random() * jitterMs),
    )
  }
  return put
}
