import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { sessionState } from './session-store.ts'

const kept = new Map<string, unknown>()

/**
 * The state of a form on a wallet page. A wallet that is locked takes its owner to the connect page; what he had typed, and
 * the files he had chosen, are there when he comes back. Whoever leaves by himself leaves an empty form.
 */
export function useKeptForm<T>(name: string, empty: T): [T, Dispatch<SetStateAction<T>>] {
  const [key] = useState(() => `${name} ${sessionState().address}`)
  const [form, setForm] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : empty))
  const latest = useRef(form)
  latest.current = form
  useEffect(() => {
    kept.delete(key)
    return () => {
      if (sessionState().status === 'visitor') kept.set(key, latest.current)
    }
  }, [key])
  return [form, setForm]
}
