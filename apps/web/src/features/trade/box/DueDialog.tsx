import type { ReactNode } from 'react'
import { networkFee } from '../../../entities/price/NetworkFee.tsx'
import type { Flow } from '../../../flows/engine/engine.ts'
import { FlowFoot } from '../../../flows/engine/FlowFoot.tsx'
import { useFlow } from '../../../flows/engine/use-flow.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { refreshPages } from '../fresh-pages.ts'

type Props<C> = {
  flow: Flow<C>
  context: () => C
  chainId: number
  kicker: string
  title: string
  thumb?: ReactNode
  /** Its one transaction. */
  step: { key: string; title: string }
  labels: { act: string; busy: string; done: string }
  onClose: () => void
  children: ReactNode
}

/** Collects from the box contract what it owes the account, in one transaction. */
export function DueDialog<C>({ flow, context, chainId, kicker, title, thumb, step, labels, onClose, children }: Props<C>) {
  const { t } = useTranslation()
  const { state, run } = useFlow(flow, { context, onDone: refreshPages })
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={kicker}
      title={title}
      thumb={thumb}
      foot={
        <FlowFoot
          state={state}
          steps={[{ ...step, aside: networkFee('takeMoney', chainId), asksWallet: true }]}
          labels={labels}
          submit={run.submit}
          giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
          closeWhenDone={onClose}
        />
      }
    >
      {children}
    </Dialog>
  )
}
