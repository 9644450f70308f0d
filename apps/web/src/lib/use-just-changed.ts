import { useEffect, useState } from 'react'

const SHOWN_MS = 8_000

/** Whether the value has become another one while it was shown, within the last 8 s; one that was away and is back is compared too. */
export function useJustChanged(value: string | undefined): boolean {
  const [known, setKnown] = useState(value)
  const [changes, setChanges] = useState(0)
  if (value !== undefined && known !== value) {
    setKnown(value)
    if (known !== undefined) setChanges(changes + 1)
  }
  useEffect(() => {
    if (changes === 0) return
    const timer = setTimeout(() => setChanges(0), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [changes])
  return value !== undefined && changes > 0
}
