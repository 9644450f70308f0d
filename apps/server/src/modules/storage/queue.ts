/** Runs what is given, so many at a time, the others in their order. */
export function createQueue(atOnce: number): (work: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
