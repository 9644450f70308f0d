import type { SellingFacts } from '@plinth/api'
import { useState } from 'react'
import { type FactsByWork, useFacts } from '../../../entities/selection/facts.ts'
import { pick } from '../../../entities/selection/selection.ts'
import { endKey, endManyFlow } from '../../../flows/acts/bulk/end-many.ts'
import { FlowFoot } from '../../../flows/engine/FlowFoot.tsx'
import { useFlow } from '../../../flows/engine/use-flow.ts'
import { sessionState } from '../../../flows/session/session-store.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { useConfig } from '../../../lib/site.ts'
import { leaveWith } from '../leave-with.ts'
import { EndCost } from './EndCost.tsx'
import { WorkLines } from './WorkLines.tsx'

export { TransferManyDialog } from './TransferManyDialog.tsx'

type Props = { keys: readonly string[]; onClose: () => void }

/** Ends the listings of these works, one transaction for each network, with its cost before. */
export function EndDialog({ keys, onClose }: Props) {
  const { data: facts } = useFacts(keys)
  // Keeps the facts of the opening: the dialog itself changes them.
  const [known, setKnown] = useState<FactsByWork>()
  if (!known && facts) setKnown(facts)
  const listed = [...(known?.values() ?? [])].filter(({ listing }) => listing !== undefined)
  return known ? <End listed={listed} onClose={onClose} /> : null
}

function End({ listed, onClose }: { listed: readonly SellingFacts[]; onClose: () => void }) {
  const { t } = useTranslation()
  const { networks } = useConfig()
  const nameOf = (chainId: number) => networks.find((one) => one.chainId === chainId)?.name ?? ''
  const parts = [...Map.groupBy(listed, ({ item }) => item.chainId)].map(([chainId, some]) => ({
    chainId,
    sales: some.flatMap(({ item, listing }) =>
      listing ? [{ collection: item.collection, tokenId: item.tokenId, salt: listing.salt }] : [],
    ),
  }))
  const [flow] = useState(() => endManyFlow(parts))
  const count = listed.length
  const { state, run } = useFlow(flow, {
    context: () => ({ title: t('bulk.listings', { count }) }),
    onDone: () => {
      const { address } = sessionState()
      if (address)
        pick(
          address,
          listed.map(({ item }) => item),
          false,
        )
      leaveWith(t('bulk.ended', { count }), onClose)
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('bulk.endKicker')}
      title={t('bulk.listings', { count })}
      foot={
        <FlowFoot
          state={state}
          steps={parts.map(({ chainId, sales }) => ({
            key: endKey(chainId),
            title: t('bulk.endStep', { count: sales.length, network: nameOf(chainId) }),
            aside: <EndCost chainId={chainId} salts={sales.map(({ salt }) => salt)} />,
            asksWallet: true,
          }))}
          labels={{ act: t('bulk.endAct', { count }), busy: t('bulk.ending'), done: t('bulk.ended', { count }) }}
          submit={run.submit}
          disabled={count === 0}
          hint={t('trade.cancelNote')}
          closeWhenDone={onClose}
        />
      }
    >
      <WorkLines works={listed} />
    </Dialog>
  )
}
