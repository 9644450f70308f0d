import type { Address } from '@plinth/protocol'
import { endEverythingCall } from '@plinth/sdk'
import { useState } from 'react'
import { CallCost } from '../../entities/price/CallCost.tsx'
import { endEverythingFlow, endingKey } from '../../flows/acts/allowed/end-signed.ts'
import { FlowFoot } from '../../flows/engine/FlowFoot.tsx'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { queryClient } from '../../lib/api.ts'

/** Of one chain: each exchange that needs a transaction, the present one first. */
export type EndingAll = { readonly chainId: number; readonly network: string; readonly exchanges: readonly Address[] }

/** Ends all that was ever signed on a chain; its costs stand beside its transactions before the wallet is asked. */
export function EndEverythingDialog({ ending: { chainId, network, exchanges }, onClose }: { ending: EndingAll; onClose: () => void }) {
  const { t } = useTranslation()
  const [flow] = useState(() => endEverythingFlow(chainId, exchanges))
  const { state, run } = useFlow(flow, {
    context: () => ({ title: network }),
    onDone: () => void queryClient.invalidateQueries(),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('approvals.endAllKicker')}
      title={network}
      foot={
        <FlowFoot
          state={state}
          steps={exchanges.map((exchange, at) => ({
            key: endingKey(exchange),
            title: t(at === 0 ? 'approvals.endAllStep' : 'approvals.endOldStep'),
            aside: <CallCost chainId={chainId} calls={[endEverythingCall(chainId, exchange)]} />,
            asksWallet: true,
          }))}
          labels={{ act: t('approvals.everything'), busy: t('approvals.ending'), done: t('approvals.ended') }}
          submit={run.submit}
          giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
          closeWhenDone={onClose}
        />
      }
    >
      <p>{t('approvals.endAllWhy', { network })}</p>
    </Dialog>
  )
}
