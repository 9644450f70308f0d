import type { Collection } from '@plinth/api'
import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { useState } from 'react'
import { freezeMetadataFlow } from '../../flows/acts/item/freeze-metadata.ts'
import { FlowFoot } from '../../flows/engine/FlowFoot.tsx'
import { useAct } from '../../flows/engine/use-act.ts'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { queryClient } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'

/** For the owner of a collection whose metadata the owner can still change. */
export function FreezeMetadata({ collection }: { collection: Collection }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const act = useAct()
  const [isOpen, setOpen] = useState(false)
  const isOwner = address === collection.owner && collection.signer !== ZERO_ADDRESS
  const canFreeze = isOwner && collection.address !== '' && collection.metadataState === 'changeable'
  // The dialog stays when its own transaction ends what the button is for.
  if (!canFreeze && !isOpen) return null
  return (
    <>
      {canFreeze && (
        <Button size="small" onClick={() => act({ chainId: collection.chainId, run: () => setOpen(true) })}>
          {t('create.freeze')}
        </Button>
      )}
      {isOpen && collection.address !== '' && (
        <FreezeDialog collection={collection} address={collection.address} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

function FreezeDialog({ collection, address, onClose }: { collection: Collection; address: Address; onClose: () => void }) {
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
