const FIRST_REST_MS = 5_000
const LONGEST_REST_MS = 60_000

export type Pace<T> = {
  everyMs: number
  /** The first run of a key comes within this time. */
  jitterMs: number
  /** Of a key's values that wait together. */
  merge: (before: T, after: T) => T
}

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

/**
 * Runs `act` for a key shortly after the first call, then at most once in `everyMs` while calls keep coming, and never twice at once.
 * Where it throws it is run again.
 */
export function paced<T>(
  act: (key: string, value: T) => Promise<unknown>,
  { everyMs, jitterMs, merge }: Pace<T>,
): (key: string, value: T) => void {
  const waiting = new Map<string, T>()
  const busy = new Set<string>()
  /** The latest last. */
  const began = new Map<string, number>()
  const rest = createRests()
  const noteBegin = (key: string) => {
    began.delete(key)
    began.set(key, Date.now())
    for (const [other, at] of began) {
      if (at + everyMs > Date.now()) return
      began.delete(other)
    }
  }
  const start = (key: string) => {
    busy.add(key)
    const remainingMs = (began.get(key) ?? -Infinity) + everyMs - Date.now()
    setTimeout(
      async () => {
        const value = waiting.get(key) as T
        waiting.delete(key)
        noteBegin(key)
        await rest(key, act(key, value), () => waiting.has(key) || put(key, value))
        busy.delete(key)
        if (waiting.has(key)) start(key)
      },
      Math.max(remainingMs, Math.random() * jitterMs),
    )
  }
  const put = (key: string, value: T) => {
    const before = waiting.get(key)
    waiting.set(key, before === undefined ? value : merge(before, value))
    if (!busy.has(key)) start(key)
  }
  return put
}
