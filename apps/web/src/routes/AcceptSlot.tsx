import { lazy } from 'react'
import type { AcceptLine } from '../entities/offers/accept-line.ts'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { inTime } from '../lib/chunk.ts'

const AcceptOffers = lazy(inTime(async () => ({ default: (await import('../features/trade/offer/AcceptOffers.tsx')).AcceptOffers })))

/** Keeps the dialog's file names out of the page's chunk. */
export function AcceptSlot({ lines, onClose }: { lines: readonly AcceptLine[]; onClose: () => void }) {
  return (
    <LazyBoundary>
      <AcceptOffers lines={lines} onClose={onClose} />
    </LazyBoundary>
  )
}
