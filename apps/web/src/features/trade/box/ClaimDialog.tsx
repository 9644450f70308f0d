import type { BoxCreditRecord } from '@plinth/api'
import { useState } from 'react'
import { creditText } from '../../../entities/box.ts'
import { claimFlow } from '../../../flows/acts/box/box-dues.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { DueDialog } from './DueDialog.tsx'

type Props = { credit: BoxCreditRecord; onClose: () => void }

/** Money that the contract keeps because it did not arrive. */
export function ClaimDialog({ credit: given, onClose }: Props) {
  const { t } = useTranslation()
  const [credit] = useState(given)
  const sum = creditText(credit)
  return (
    <DueDialog
      flow={claimFlow}
      context={() => ({ credit, title: sum })}
      chainId={credit.chainId}
      kicker={t('box.claimKicker')}
      title={sum}
      step={{ key: 'claim', title: t('box.collectStep') }}
      labels={{ act: t('box.refund', { amount: sum }), busy: t('box.refunding'), done: t('box.isRefunded') }}
      onClose={onClose}
    >
      <p>{t('box.claimText')}</p>
    </DueDialog>
  )
}
