import { lazy, type ReactNode, useState } from 'react'
import type { OfferAct } from '../../../entities/offer-act.ts'
import { LazyBoundary } from '../../../kit/LazyBoundary.tsx'
import { inTime } from '../../../lib/chunk.ts'

const OfferSlot = lazy(inTime(async () => ({ default: (await import('./OfferSlot.tsx')).OfferSlot })))

/** The dialogs of offers for sets; all of them come with the press. */
export function useOfferDialogs(): { open: (asked: OfferAct) => void; dialogs: ReactNode } {
  const [asked, open] = useState<OfferAct>()
  return {
    open,
    dialogs: asked && (
      <LazyBoundary>
        <OfferSlot asked={asked} onClose={() => open(undefined)} />
      </LazyBoundary>
    ),
  }
}
