import { useEffect, useState } from 'react'
import { inTime } from '../lib/chunk.ts'

const load = inTime(() => import('./CardAct.tsx'))
type Part = typeof import('./CardAct.tsx')

/** The acts of a work and their dialogs: most pages are only looked at, so they come once a card is pointed at. */
export function useActPart(isWanted = true): Part | undefined {
  const [part, setPart] = useState<Part>()
  useEffect(() => {
    if (isWanted) load().then(setPart, () => undefined)
  }, [isWanted])
  return part
}
