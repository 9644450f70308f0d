import type { BoxHistoryRecord, BoxRecord } from '@plinth/api'
import { useState } from 'react'
import { isTicket } from '../../../entities/box.ts'
import { useBondText } from '../../../entities/use-bond-text.ts'
import { refundFlow } from '../../../flows/acts/box/box-dues.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Sums } from '../Sums.tsx'
import { BoxThumb } from './BoxThumb.tsx'
import { DueDialog } from './DueDialog.tsx'
import { amountOf } from './open-steps.ts'

type Props = { box: BoxRecord; opening: BoxHistoryRecord; onClose: () => void }

/** After a draw that was not shown in time: everything that was paid, and the owner's bond. */
export function RefundDialog({ box, opening: given, onClose }: Props) {
  const { t } = useTranslation()
  const [opening] = useState(given)
  const boxes = Number(opening.amount)
  const bond = useBondText(box, opening.amount)
  const paid = amountOf(box, opening.paid)
  const both = isTicket(box) ? `${paid} + ${bond}` : amountOf(box, opening.paid + box.bondEach * opening.amount)
  return (
    <DueDialog
      flow={refundFlow}
      context={() => ({ box, opening })}
      chainId={box.chainId}
      kicker={t('box.refundKicker')}
      title={box.name}
      thumb={<BoxThumb box={box} />}
      step={{ key: 'refund', title: t('box.refundStep') }}
      labels={{ act: t('box.refund', { amount: both }), busy: t('box.refunding'), done: t('box.isRefunded') }}
      onClose={onClose}
    >
      <p>{t(isTicket(box) ? 'box.refundTicketsText' : 'box.refundText')}</p>
      <Sums
        lines={[
          { key: 'paid', label: t('box.paidBack'), value: paid },
          { key: 'bond', label: t('box.bondGot', { count: boxes }), value: `+ ${bond}` },
        ]}
        total={{ label: t('box.youGet'), value: both }}
      />
    </DueDialog>
  )
}
