import type { BoxCreditRecord } from '@plinth/api'
import { useState } from 'react'
import { creditText } from '../../../entities/box.ts'
import { claimFlow } from '../../../flows/box-dues.ts'
import { FlowFoot } from '../../../flows/FlowFoot.tsx'
import { useFlow } from '../../../flows/use-flow.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { queryClient } from '../../../lib/api.ts'

type Props = { credit: BoxCreditRecord; onClose: () => void }

/** Money that the contract keeps because it did not arrive. */
export function ClaimDialog({ credit: given, onClose }: Props) {
  const { t } = useTranslation()
  const [credit] = useState(given)
  const sum = creditText(credit)
  const { state, run } = useFlow(claimFlow, {
    context: () => ({ credit, title: sum }),
    onDone: () => void queryClient.invalidateQueries(),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('box.claimKicker')}
      title={sum}
      foot={
        <FlowFoot
          state={state}
          steps={[{ key: 'claim', title: t('box.collectStep'), aside: t('trade.networkFee'), asksWallet: true }]}
          labels={{ act: t('box.refund', { amount: sum }), busy: t('box.refunding'), done: t('box.isRefunded') }}
          submit={run.submit}
          giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
          whenDone={
            <Button variant="primary" full autoFocus onClick={onClose}>
              {t('trade.close')}
            </Button>
          }
        />
      }
    >
      <p>{t('box.claimText')}</p>
    </Dialog>
  )
}
