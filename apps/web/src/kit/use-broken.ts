import { useState } from 'react'

/** Whether this picture could not be shown; another one under the same roof is tried anew. */
export function useBroken(src: string): { isBroken: boolean; onError: () => void } {
  const [broken, setBroken] = useState<string>()
  return { isBroken: broken === src, onError: () => setBroken(src) }
}
