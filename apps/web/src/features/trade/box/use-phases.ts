import { useEffect, useState } from 'react'
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/media-query.ts'
import { lengthOf, nextPhase, type Phase } from './reveal-phases.ts'

/** Runs the phases from the draw on. `skip` goes to what was drawn. */
export function usePhases(isDrawn: boolean, items: number): { phase: Phase; skip: () => void } {
  const isStill = useMediaQuery(REDUCED_MOTION)
  const [phase, setPhase] = useState<Phase>('waiting')
  if (isDrawn && phase === 'waiting') setPhase(nextPhase(phase, isStill))
  const length = lengthOf(phase, items)
  useEffect(() => {
    if (length === undefined) return
    const timer = setTimeout(() => setPhase(nextPhase(phase, isStill)), length)
    return () => clearTimeout(timer)
  }, [phase, length, isStill])
  return { phase, skip: () => setPhase('shown') }
}
