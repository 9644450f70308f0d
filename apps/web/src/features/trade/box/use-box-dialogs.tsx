import type { BoxRecord } from '@plinth/api'
import { type ReactNode, Suspense, useState } from 'react'
import type { BoxAct, BoxDialogs } from '../../../entities/box-act.ts'
import { useAct, useResumedAct } from '../../../flows/engine/use-act.ts'
import { sessionState } from '../../../flows/session/session-store.ts'
import { useSession } from '../../../lib/session.ts'
import { ClaimDialog } from './ClaimDialog.tsx'
import { CollectDialog } from './CollectDialog.tsx'
import { OpenBoxDialog } from './OpenBoxDialog.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import { RefundDialog } from './RefundDialog.tsx'

type Shown = { asked: BoxAct; by: string | undefined; times: number }

/** The dialogs of one series. All but the check open for a signed-in wallet on its chain only; closing forgets them. */
export const useBoxDialogs: BoxDialogs = (box) => {
  const act = useAct()
  const { address } = useSession()
  const [shown, setShown] = useState<Shown>()
  const show = (asked: BoxAct) => setShown((last) => ({ asked, by: sessionState().address, times: (last?.times ?? 0) + 1 }))
  const open = (asked: BoxAct) => {
    if (asked.act === 'check') show(asked)
    else void act({ chainId: box.chainId, ...(asked.act === 'open' ? { resume: 'open' } : {}), run: () => show(asked) })
  }
  useResumedAct('open', true, () => open({ act: 'open', boxes: 1 }))
  // Another account must not see the dialog of the one before it.
  const isMeant = shown && (shown.asked.act === 'check' || (address !== undefined && shown.by === address))
  return {
    open,
    dialogs: isMeant ? (
      <Suspense>
        <Dialogs key={shown.times} box={box} asked={shown.asked} onClose={() => setShown(undefined)} />
      </Suspense>
    ) : null,
  }
}

function Dialogs({ box, asked, onClose }: { box: BoxRecord; asked: BoxAct; onClose: () => void }): ReactNode {
  switch (asked.act) {
    case 'open':
      return <OpenBoxDialog box={box} boxes={asked.boxes} onClose={onClose} />
    case 'watch':
      return <OpenBoxDialog box={box} boxes={asked.boxes} watched={asked} onClose={onClose} />
    case 'check':
      return <ProofDialog box={box} opening={asked.opening} onClose={onClose} />
    case 'refund':
      return <RefundDialog box={box} opening={asked.opening} onClose={onClose} />
    case 'collect':
      return <CollectDialog box={box} kept={asked.kept} onClose={onClose} />
    case 'claim':
      return <ClaimDialog credit={asked.credit} onClose={onClose} />
  }
}
