import { useState } from 'react'

/** Whether this picture could not be shown; another one in the same place is tried again. */
export function useBroken(src: string): { isBroken: boolean; onError: () => void } {
  const [broken, setBroken] = useState<string>()
  return { isBroken: broken === src, onError: () => setBroken(src) }
}
