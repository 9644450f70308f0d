import type { Collection } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { freezeMetadataFlow } from '../../flows/acts/item/freeze-metadata.ts'
import { FlowFoot } from '../../flows/engine/FlowFoot.tsx'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { queryClient } from '../../lib/api.ts'

export function FreezeDialog({ collection, address, onClose }: { collection: Collection; address: Address; onClose: () => void }) {
  const { t } = useTranslation()
  const { chainId, name } = collection
  const { state, run } = useFlow(freezeMetadataFlow, {
    context: () => ({ chainId, collection: address, name }),
    onDone: () => void queryClient.invalidateQueries(),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('create.freezeKicker')}
      title={name}
      foot={
        <FlowFoot
          state={state}
          steps={[{ key: 'freeze', title: t('create.freezeStep'), aside: t('create.networkFee'), asksWallet: true }]}
          labels={{ act: t('create.freezeAct'), busy: t('create.freezing'), done: t('create.frozen') }}
          submit={() => run.submit()}
        />
      }
    >
      <div className="dialog-form">
        <p>{t('create.freezeText')}</p>
        <p className="muted">{t('create.freezeOthers')}</p>
        <p>
          <strong>{t('create.freezeForever')}</strong>
        </p>
      </div>
    </Dialog>
  )
}
