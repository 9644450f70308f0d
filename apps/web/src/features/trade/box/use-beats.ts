import { useEffect, useState } from 'react'
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/media-query.ts'
import { type Beat, lengthOf, nextBeat } from './reveal-beats.ts'

/** Runs the beats from the draw on. `skip` goes to what was drawn. */
export function useBeats(isDrawn: boolean, items: number): { beat: Beat; skip: () => void } {
  const isStill = useMediaQuery(REDUCED_MOTION)
  const [beat, setBeat] = useState<Beat>('waiting')
  if (isDrawn && beat === 'waiting') setBeat(nextBeat(beat, isStill))
  const length = lengthOf(beat, items)
  useEffect(() => {
    if (length === undefined) return
    const timer = setTimeout(() => setBeat(nextBeat(beat, isStill)), length)
    return () => clearTimeout(timer)
  }, [beat, length, isStill])
  return { beat, skip: () => setBeat('shown') }
}
