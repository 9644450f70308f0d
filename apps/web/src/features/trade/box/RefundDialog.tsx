import type { BoxHistoryRecord, BoxRecord } from '@plinth/api'
import { useState } from 'react'
import { isTicket } from '../../../entities/box.ts'
import { refundFlow } from '../../../flows/box-dues.ts'
import { FlowFoot } from '../../../flows/FlowFoot.tsx'
import { useFlow } from '../../../flows/use-flow.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { queryClient } from '../../../lib/api.ts'
import { Sums } from '../Sums.tsx'
import { BoxThumb } from './BoxThumb.tsx'
import { useBondText } from './OpenTerms.tsx'
import { amountOf } from './open-steps.ts'

type Props = { box: BoxRecord; opening: BoxHistoryRecord; onClose: () => void }

/** After a draw that was not shown in time: everything that was paid, and the owner's bond. */
export function RefundDialog({ box, opening: given, onClose }: Props) {
  const { t } = useTranslation()
  const [opening] = useState(given)
  const boxes = Number(opening.amount)
  const bond = useBondText(box, opening.amount)
  const paid = amountOf(box, opening.paid)
  const { state, run } = useFlow(refundFlow, {
    context: () => ({ box, opening }),
    onDone: () => void queryClient.invalidateQueries(),
  })
  const both = isTicket(box) ? `${paid} + ${bond}` : amountOf(box, opening.paid + box.bondEach * opening.amount)
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('box.refundKicker')}
      title={box.name}
      thumb={<BoxThumb box={box} />}
      foot={
        <FlowFoot
          state={state}
          steps={[{ key: 'refund', title: t('box.refundStep'), aside: t('trade.networkFee'), asksWallet: true }]}
          labels={{ act: t('box.refund', { amount: both }), busy: t('box.refunding'), done: t('box.isRefunded') }}
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
      <p>{t(isTicket(box) ? 'box.refundTicketsText' : 'box.refundText')}</p>
      <Sums
        lines={[
          { key: 'paid', label: t('box.paidBack'), value: paid },
          { key: 'bond', label: t('box.bondGot', { count: boxes }), value: `+ ${bond}` },
        ]}
        total={{ label: t('box.youGet'), value: both }}
      />
    </Dialog>
  )
}
