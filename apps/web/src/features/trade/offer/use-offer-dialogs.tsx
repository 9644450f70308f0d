import { lazy, type ReactNode, useState } from 'react'
import type { OfferAct } from '../../../entities/offer-act.ts'
import { useAct } from '../../../flows/engine/use-act.ts'
import { sessionState } from '../../../flows/session/session-store.ts'
import { LazyBoundary } from '../../../kit/LazyBoundary.tsx'
import { inTime, useSoon } from '../../../lib/chunk.ts'
import { useSession } from '../../../lib/session.ts'

const load = inTime(async () => ({ default: (await import('./OfferDialogs.tsx')).OfferDialogs }))
const OfferDialogs = lazy(load)

/** The dialogs of offers for sets. Each opens for a signed-in wallet on the collection's chain only; closing forgets it. */
export function useOfferDialogs(): { open: (asked: OfferAct) => void; dialogs: ReactNode } {
  const act = useAct()
  const { address } = useSession()
  const [shown, setShown] = useState<{ asked: OfferAct; by: string | undefined }>()
  useSoon(load, address !== undefined)
  // Another account must not see the dialog of the one before it.
  const isMeant = shown && address !== undefined && shown.by === address
  return {
    open: (asked) => {
      void load().catch(() => undefined)
      const show = () => setShown({ asked, by: sessionState().address })
      void act({ chainId: asked.chainId, ...(asked.act === 'make' && { resume: 'offer' }), run: show })
    },
    dialogs: isMeant ? (
      <LazyBoundary>
        <OfferDialogs asked={shown.asked} onClose={() => setShown(undefined)} />
      </LazyBoundary>
    ) : null,
  }
}
