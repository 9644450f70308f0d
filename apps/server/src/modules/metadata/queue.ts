import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { hostOf } from '../../fetch/slow-hosts.ts'
import { createFairQueue } from '../../images/fair-queue.ts'

/** How often what is due is looked for while something is read. */
const LOOK_MS = 1_000
const AT_ONCE = 8

/** How one that is due is read: its contract is asked `onChain`, what lies at a URI is read `inTurn`. */
export type Turns = {
  readonly onChain: <R>(work: () => Promise<R>) => Promise<R>
  readonly inTurn: <R>(uri: string, work: () => Promise<R>) => Promise<R>
}

type Reading<T> = {
  /** Of all that are read at once, for one account and for one host. */
  readonly atOncePerShare: number
  /** Claimed and not yet read, of all and of one account. */
  readonly mostPending: number
  readonly mostPendingOf: number
  /** Takes what is due, of other accounts than these. */
  readonly claim: (most: number, except: readonly Address[]) => Promise<readonly T[]>
  readonly read: (due: T, turns: Turns) => Promise<void>
}

/**
 * Reads what is due until nothing is, eight at once. A slow one holds up what its own account and host have besides, and no other: the
 * next to be read is the one whose account and host have waited longest.
 *
 * @returns how many it read
 */
export async function readWhileDue<T extends { readonly by: Address }>(context: Context, reading: Reading<T>): Promise<number> {
  const { atOncePerShare, mostPending, mostPendingOf } = reading
  const { signal } = context.stopping
  const bounds = { atOnce: AT_ONCE, atOncePerShare, waiting: Number.POSITIVE_INFINITY, waitingPerShare: Number.POSITIVE_INFINITY }
  const [asking, fetching] = [createFairQueue(bounds), createFairQueue(bounds)]
  const pending = new Map<T, Promise<void>>()
  let failure: { readonly error: unknown } | undefined
  let [count, lookedAt] = [0, Number.NEGATIVE_INFINITY]

  const begin = (due: T): void => {
    count++
    const account = `account ${due.by}`
    const turns: Turns = {
      onChain: (work) => asking({ shares: [account], signal, isNeverRefused: true }, work),
      inTurn: (uri, work) => {
        const host = hostOf(uri)
        return fetching({ shares: host === undefined ? [account] : [account, `host ${host}`], signal, isNeverRefused: true }, work)
      },
    }
    const done = reading
      .read(due, turns)
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => pending.delete(due))
    pending.set(due, done)
  }
  const full = (): Address[] => {
    const ofAccounts = Map.groupBy(pending.keys(), ({ by }) => by)
    return [...ofAccounts].flatMap(([by, of]) => (of.length >= mostPendingOf ? [by] : []))
  }
  const claim = async (): Promise<void> => {
    const now = performance.now()
    const isTime = pending.size < 2 * AT_ONCE || now - lookedAt >= LOOK_MS
    const free = mostPending - pending.size
    if (!isTime || free <= 0 || failure || signal.aborted) return
    lookedAt = now
    for (const due of await reading.claim(free, full())) begin(due)
  }
  for (await claim(); pending.size > 0; await claim()) await oneOf(pending.values())
  if (failure) throw failure.error
  return count
}

/** When one of these is done, or something else may be due. */
async function oneOf(reads: Iterable<Promise<void>>): Promise<void> {
  const over = new AbortController()
  const look = sleep(LOOK_MS, undefined, { signal: over.signal }).catch(() => undefined)
  await Promise.race([...reads, look])
  over.abort()
}
