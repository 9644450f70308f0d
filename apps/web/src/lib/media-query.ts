import { useSyncExternalStore } from 'react'

export const PHONE = '(max-width: 767px)'
/** Below it a page of one item has no room for two columns of its own. */
export const NARROW = '(max-width: 1023px)'
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
