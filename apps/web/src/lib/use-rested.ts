import { useEffect, useState } from 'react'

/** A search waits for a pause in the typing. */
const REST_MS = 180

/** The value once it has not changed for a moment. */
export function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
