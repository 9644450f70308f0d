import { lazy, type ReactNode, useState } from 'react'
import type { AcceptLine, OpenAccept } from '../entities/offers/accept-line.ts'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { inTime } from '../lib/chunk.ts'

const AcceptSlot = lazy(inTime(async () => ({ default: (await import('./AcceptSlot.tsx')).AcceptSlot })))

/** The dialog that sells to offers; all of it comes with the press. */
export function useAcceptOffers(): { accept: OpenAccept; dialog: ReactNode } {
  const [lines, setLines] = useState<readonly AcceptLine[]>()
  return {
    accept: setLines,
    dialog: lines && (
      <LazyBoundary>
        <AcceptSlot lines={lines} onClose={() => setLines(undefined)} />
      </LazyBoundary>
    ),
  }
}
