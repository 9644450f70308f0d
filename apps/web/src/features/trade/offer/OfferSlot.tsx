import { lazy, useEffect, useState } from 'react'
import type { OfferAct } from '../../../entities/offer-act.ts'
import { useAct } from '../../../flows/engine/use-act.ts'
import { sessionState } from '../../../flows/session/session-store.ts'
import { LazyBoundary } from '../../../kit/LazyBoundary.tsx'
import { inTime } from '../../../lib/chunk.ts'
import { useSession } from '../../../lib/session.ts'

const OfferDialogs = lazy(inTime(async () => ({ default: (await import('./OfferDialogs.tsx')).OfferDialogs })))

/** Opens the dialog for a signed-in wallet on the collection's chain only; closing forgets it. */
export function OfferSlot({ asked, onClose }: { asked: OfferAct; onClose: () => void }) {
  const act = useAct()
  const { address } = useSession()
  const [shown, setShown] = useState<{ asked: OfferAct; by: string | undefined }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press
  useEffect(() => {
    const show = () => setShown({ asked, by: sessionState().address })
    void act({ chainId: asked.chainId, ...(asked.act === 'make' && { resume: 'offer' }), run: show })
  }, [asked])
  // Another account must not see the dialog of the one before it.
  const isMeant = shown?.asked === asked && address !== undefined && shown.by === address
  return isMeant ? (
    <LazyBoundary>
      <OfferDialogs asked={asked} onClose={onClose} />
    </LazyBoundary>
  ) : null
}
