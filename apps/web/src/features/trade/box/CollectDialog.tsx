import type { BoxKeptRecord, BoxRecord } from '@plinth/api'
import { useState } from 'react'
import { Thumb } from '../../../entities/Thumb.tsx'
import { collectFlow } from '../../../flows/box-dues.ts'
import { FlowFoot } from '../../../flows/FlowFoot.tsx'
import { useFlow } from '../../../flows/use-flow.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { queryClient } from '../../../lib/api.ts'
import { thumbnail } from '../../../lib/media.ts'

type Props = { box: BoxRecord; kept: BoxKeptRecord; onClose: () => void }

/** What the contract keeps because its receiver could not take it. */
export function CollectDialog({ box, kept: given, onClose }: Props) {
  const { t } = useTranslation()
  const [kept] = useState(given)
  const name = kept.name || box.payTokenName
  const { state, run } = useFlow(collectFlow, {
    context: () => ({ kept, title: name }),
    onDone: () => void queryClient.invalidateQueries(),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('box.collectKicker')}
      title={name}
      thumb={<Thumb {...thumbnail(kept.image)} size={56} />}
      foot={
        <FlowFoot
          state={state}
          steps={[{ key: 'collect', title: t('box.collectStep'), aside: t('trade.networkFee'), asksWallet: true }]}
          labels={{ act: t('box.collect'), busy: t('box.collecting'), done: t('box.collected') }}
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
      <p>{t('box.collectText')}</p>
    </Dialog>
  )
}
