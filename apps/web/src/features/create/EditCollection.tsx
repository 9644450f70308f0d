import type { Collection } from '@plinth/api'
import { lazy, useState } from 'react'
import { useSignedIn } from '../../entities/use-signed-in.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { inTime, useSoon } from '../../lib/chunk.ts'
import { useSession } from '../../lib/session.ts'

const load = inTime(async () => ({ default: (await import('./EditDialog.tsx')).EditDialog }))
const EditDialog = lazy(load)

/** For the owner of a collection, imported ones too. */
export function EditCollection({ collection }: { collection: Collection }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const signedIn = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const contract = address === collection.owner && collection.address
  useSoon(load, Boolean(contract))
  if (!contract) return null
  return (
    <>
      <Button size="small" onClick={() => signedIn(() => setOpen(true))}>
        {t('create.editCollection')}
      </Button>
      <LazyBoundary>{isOpen && <EditDialog collection={collection} address={contract} onClose={() => setOpen(false)} />}</LazyBoundary>
    </>
  )
}
