import { useEffect, useRef, useState } from 'react'
import type { AcceptLine } from '../../../entities/offers/accept-line.ts'
import { useAct } from '../../../flows/engine/use-act.ts'
import { sessionState } from '../../../flows/session/session-store.ts'
import { useSession } from '../../../lib/session.ts'
import { AcceptOffersDialog } from './AcceptOffersDialog.tsx'

type Props = { lines: readonly AcceptLine[]; onClose: () => void }

/** Sells to offers of one network, once a wallet has signed in there; each press asks again. */
export function AcceptOffers({ lines, onClose }: Props) {
  const act = useAct()
  const latest = useRef(act)
  latest.current = act
  const { address } = useSession()
  const [shown, setShown] = useState<{ lines: readonly AcceptLine[]; by: string | undefined }>()
  useEffect(() => {
    const chainId = lines[0]?.offer.chainId
    if (chainId !== undefined) void latest.current({ chainId, run: () => setShown({ lines, by: sessionState().address }) })
  }, [lines])
  const isMeant = shown?.lines === lines && address !== undefined && shown.by === address
  return isMeant ? <AcceptOffersDialog lines={lines} owner={address} onClose={onClose} /> : null
}
