import { TIMERS_MS } from '@plinth/protocol'
import { create } from 'zustand'

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

export const useReloadOffer = create<boolean>(() => false)

/** One offer for the whole page, however many of its parts did not come. */
export const offerReload = (isWanted: boolean): void => useReloadOffer.setState(isWanted)
