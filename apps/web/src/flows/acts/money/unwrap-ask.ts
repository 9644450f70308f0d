import { useSyncExternalStore } from 'react'
import type { Wrapped } from './wrap.ts'

const listeners = new Set<() => void>()
let asked: Wrapped | undefined

/** Opens the unwrap dialog over any page; undefined closes it. */
export function askUnwrap(token: Wrapped | undefined): void {
  asked = token
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useUnwrapAsk = (): Wrapped | undefined => useSyncExternalStore(subscribe, () => asked)
