import { lazy, type ReactNode, useState } from 'react'
import type { AcceptLine, OpenAccept } from '../../../entities/offers/accept-line.ts'
import { useAct } from '../../../flows/engine/use-act.ts'
import { sessionState } from '../../../flows/session/session-store.ts'
import { LazyBoundary } from '../../../kit/LazyBoundary.tsx'
import { inTime } from '../../../lib/chunk.ts'
import { useSession } from '../../../lib/session.ts'

const load = inTime(async () => ({ default: (await import('./AcceptOffersDialog.tsx')).AcceptOffersDialog }))
const AcceptOffersDialog = lazy(load)

/** The dialog that sells to offers of one network. It opens for a signed-in wallet on that network only; closing forgets it. */
export function useAcceptOffers(): { accept: OpenAccept; dialog: ReactNode } {
  const act = useAct()
  const { address } = useSession()
  const [shown, setShown] = useState<{ lines: readonly AcceptLine[]; by: string | undefined }>()
  const isMeant = shown && address !== undefined && shown.by === address
  return {
    accept: (lines) => {
      const [first] = lines
      if (!first) return
      void load().catch(() => undefined)
      void act({ chainId: first.offer.chainId, run: () => setShown({ lines, by: sessionState().address }) })
    },
    dialog: isMeant ? (
      <LazyBoundary>
        <AcceptOffersDialog lines={shown.lines} owner={address} onClose={() => setShown(undefined)} />
      </LazyBoundary>
    ) : null,
  }
}
