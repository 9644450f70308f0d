import { useCallback, useSyncExternalStore } from 'react'
import { type StoredKey, subscribeStored } from './storage.ts'

/** What `read` makes of a stored value; renders again when this tab or another writes it. `read` answers the same until then. */
export function useStored<T>(key: StoredKey, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => subscribeStored(key, listener), [key])
  return useSyncExternalStore(subscribe, read)
}
