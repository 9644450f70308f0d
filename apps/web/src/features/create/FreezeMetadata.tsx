import type { Collection } from '@plinth/api'
import { ZERO_ADDRESS } from '@plinth/protocol'
import { lazy, useState } from 'react'
import { useAct } from '../../flows/engine/use-act.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { inTime, useSoon } from '../../lib/chunk.ts'
import { useSession } from '../../lib/session.ts'

const load = inTime(async () => ({ default: (await import('./FreezeDialog.tsx')).FreezeDialog }))
const FreezeDialog = lazy(load)

/** For the owner of a collection whose metadata the owner can still change. */
export function FreezeMetadata({ collection }: { collection: Collection }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const act = useAct()
  const [isOpen, setOpen] = useState(false)
  const isOwner = address === collection.owner && collection.signer !== ZERO_ADDRESS
  const canFreeze = isOwner && collection.address !== '' && collection.metadataState === 'changeable'
  useSoon(load, canFreeze)
  // The dialog stays when its own transaction ends what the button is for.
  if (!canFreeze && !isOpen) return null
  return (
    <>
      {canFreeze && (
        <Button size="small" onClick={() => act({ chainId: collection.chainId, run: () => setOpen(true) })}>
          {t('create.freeze')}
        </Button>
      )}
      <LazyBoundary>
        {isOpen && collection.address !== '' && (
          <FreezeDialog collection={collection} address={collection.address} onClose={() => setOpen(false)} />
        )}
      </LazyBoundary>
    </>
  )
}
