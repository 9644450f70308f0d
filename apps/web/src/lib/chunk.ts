import { TIMERS_MS } from '@plinth/protocol'
import { useSyncExternalStore } from 'react'

/** Code of a page or of a part did not come, or not in time (ERR-04). A full load of the page cures it. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

/** Gives a lazy import two minutes: `lazy(inTime(async () => …))`. */
export function inTime<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new ChunkLoadError('too late')), TIMERS_MS.chunkLoad)
    try {
      return await Promise.race([load(), late.promise])
    } catch (error) {
      throw error instanceof ChunkLoadError ? error : new ChunkLoadError(String(error), { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

let isOffered = false
const listeners = new Set<() => void>()

/** One offer for the whole page, however many of its parts did not come. */
export function offerReload(isWanted: boolean): void {
  isOffered = isWanted
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useReloadOffer = (): boolean => useSyncExternalStore(subscribe, () => isOffered)
