import type { BoxKeptRecord, BoxRecord } from '@plinth/api'
import { useState } from 'react'
import { Thumb } from '../../../entities/cards/Thumb.tsx'
import { collectFlow } from '../../../flows/acts/box/box-dues.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { thumbnail } from '../../../lib/media.ts'
import { DueDialog } from './DueDialog.tsx'

type Props = { box: BoxRecord; kept: BoxKeptRecord; onClose: () => void }

/** What the contract keeps because its receiver could not take it. */
export function CollectDialog({ box, kept: given, onClose }: Props) {
  const { t } = useTranslation()
  const [kept] = useState(given)
  const name = kept.name || box.payTokenName
  return (
    <DueDialog
      flow={collectFlow}
      context={() => ({ kept, title: name })}
      chainId={kept.chainId}
      kicker={t('box.collectKicker')}
      title={name}
      thumb={<Thumb {...thumbnail(kept.image)} size={56} />}
      step={{ key: 'collect', title: t('box.collectStep') }}
      labels={{ act: t('box.collect'), busy: t('box.collecting'), done: t('box.collected') }}
      onClose={onClose}
    >
      <p>{t('box.collectText')}</p>
    </DueDialog>
  )
}
