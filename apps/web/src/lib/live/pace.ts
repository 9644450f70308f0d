/** Runs `act` for a key soon and gathers calls; while it runs, at most one more run waits. */
export function eachOnce<T>(act: (value: T) => Promise<unknown>, gatherMs = 30): (key: string, value: T) => void {
  const waiting = new Map<string, T>()
  const busy = new Set<string>()
  const start = (key: string) => {
    busy.add(key)
    setTimeout(async () => {
      const value = waiting.get(key)
      waiting.delete(key)
      if (value !== undefined) await act(value).catch(() => undefined)
      busy.delete(key)
      if (waiting.has(key)) start(key)
    }, gatherMs)
  }
  return (key, value) => {
    waiting.set(key, value)
    if (!busy.has(key)) start(key)
  }
}

/** Runs `act` for a key shortly after the first call, then at most once in `everyMs` while calls keep coming. */
export function sometimes(
  act: (key: string) => Promise<unknown>,
  { everyMs, jitterMs }: { everyMs: number; jitterMs: number },
): (key: string) => void {
  const last = new Map<string, number>()
  const waiting = new Set<string>()
  return (key) => {
    if (waiting.has(key)) return
    waiting.add(key)
    const remainingMs = (last.get(key) ?? -Infinity) + everyMs - Date.now()
    setTimeout(
      () => {
        waiting.delete(key)
        last.set(key, Date.now())
        void act(key)
      },
      Math.max(remainingMs, Math.random() * jitterMs),
    )
  }
}
