import { AppError } from '@plinth/api'

/** The account or visitor a job is done for. */
export type Requester = {
  /** The shares it counts against: an account, an address, a job of the market. */
  readonly shares: readonly string[]
  /** Aborts the job, and gives up its place in the queue. */
  readonly signal?: AbortSignal | undefined
  /** For jobs of the market itself, whose number is bounded where they begin. */
  readonly isNeverRefused?: boolean
}

/** The market's own jobs: texts and pictures that tokens name, files of the operator. */
export const MARKET: Requester = { shares: ['market'], isNeverRefused: true }

export type QueueBounds = {
  readonly atOnce: number
  /** Of these, for one share. */
  readonly atOncePerShare: number
  readonly waiting: number
  readonly waitingPerShare: number
}

type Entry = { readonly shares: readonly string[]; readonly start: () => void }

/** Runs the job when its turn comes. @throws AppError PICTURES_BUSY when the queue is full, or the requester left before the job began */
export type FairQueue = <T>(requester: Requester, work: () => Promise<T>) => Promise<T>

/**
 * Runs so many at a time; the next is the one whose shares have waited longest since they were served. Queue libraries have one
 * order for all (p-queue), in which one account's jobs come before everyone else's.
 */
export function createFairQueue({ atOnce, atOncePerShare, waiting: mostWaiting, waitingPerShare }: QueueBounds): FairQueue {
  const waiting: Entry[] = []
  const running: Entry[] = []
  const servedAt = new Map<string, number>()
  let turns = 0

  const count = (entries: readonly Entry[], share: string): number => entries.filter(({ shares }) => shares.includes(share)).length
  const mayRun = ({ shares }: Entry): boolean => running.length < atOnce && shares.every((share) => count(running, share) < atOncePerShare)
  const lastServed = ({ shares }: Entry): number => Math.max(...shares.map((share) => servedAt.get(share) ?? 0))

  const start = (entry: Entry): void => {
    running.push(entry)
    turns++
    for (const share of entry.shares) servedAt.set(share, turns)
    entry.start()
  }
  const startNext = (): void => {
    const [next] = waiting.filter(mayRun).sort((a, b) => lastServed(a) - lastServed(b))
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    start(next)
    startNext()
  }
  const end = (entry: Entry): void => {
    running.splice(running.indexOf(entry), 1)
    startNext()
    for (const share of entry.shares) if (count(running, share) + count(waiting, share) === 0) servedAt.delete(share)
  }
  const takeTurn = ({ shares, signal, isNeverRefused = false }: Requester): Promise<Entry> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(new AppError('PICTURES_BUSY', {}, { cause: signal?.reason }))
      }
      const entry: Entry = {
        shares,
        start: () => {
          signal?.removeEventListener('abort', leave)
          resolve(entry)
        },
      }
      if (mayRun(entry)) return start(entry)
      const isFull = waiting.length >= mostWaiting || shares.some((share) => count(waiting, share) >= waitingPerShare)
      if (isFull && !isNeverRefused) return reject(new AppError('PICTURES_BUSY'))
      waiting.push(entry)
      signal?.addEventListener('abort', leave, { once: true })
    })

  return async (requester, work) => {
    if (requester.signal?.aborted) throw new AppError('PICTURES_BUSY', {}, { cause: requester.signal.reason })
    const entry = await takeTurn(requester)
    try {
      return await work()
    } finally {
      end(entry)
    }
  }
}
