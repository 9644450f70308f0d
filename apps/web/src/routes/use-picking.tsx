import { lazy, type ReactNode, useState } from 'react'
import type { Picks } from '../entities/selection/own-work.ts'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { afterFirstView } from '../lib/chunk.ts'
import { useSession } from '../lib/session.ts'

const Picking = lazy(afterFirstView(async () => ({ default: (await import('./Picking.tsx')).Picking })))

/** Boxes on the viewer's own works, and the bar of acts on picks; with a wallet, once the page stands. */
export function usePicking(): { picks: Partial<Picks>; picking: ReactNode } {
  const { address } = useSession()
  const [picks, setPicks] = useState<Picks>()
  return {
    picks: (address && picks) || NONE,
    picking: address && (
      <LazyBoundary>
        <Picking onReady={setPicks} />
      </LazyBoundary>
    ),
  }
}

const NONE: Partial<Picks> = {}
