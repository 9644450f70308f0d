import { TIMERS_MS } from '@plinth/protocol'
import { useEffect } from 'react'
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

/** The page stands first; what may be pressed next is there before the press. */
const SOON_MS = 1_500

/** The first view stands, about: what is no part of it may come. */
const standing = new Promise<void>((resolve) => setTimeout(resolve, SOON_MS))

/** Loads a part once the first view stands; on later pages at once. */
export const afterFirstView = <T>(load: () => Promise<T>): (() => Promise<T>) => inTime(() => standing.then(load))

/** Loads a part that is not shown yet, once the page stands. */
export function useSoon(load: () => Promise<unknown>, isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(() => void load().catch(() => undefined), SOON_MS)
    return () => clearTimeout(timer)
  }, [load, isWanted])
}

export const useReloadOffer = create<boolean>(() => false)

/** One offer for the whole page, however many of its parts did not come. */
export const offerReload = (isWanted: boolean): void => useReloadOffer.setState(isWanted)
