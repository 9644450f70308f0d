import { useParams, useSearchParams } from 'react-router'
import { CollectionPage } from '../features/collections/CollectionPage.tsx'
import { EditCollection } from '../features/create/EditCollection.tsx'
import { FreezeMetadata } from '../features/create/FreezeMetadata.tsx'
import { useCardActs } from './use-card-acts.tsx'

export function Component() {
  const { address = '' } = useParams()
  const [params] = useSearchParams()
  const { actOf, dialogs } = useCardActs()
  return (
    <>
      <CollectionPage
        key={address}
        address={address}
        chain={params.get('chain')}
        actOf={actOf}
        ownerActOf={(collection) => (
          <>
            <EditCollection collection={collection} />
            <FreezeMetadata collection={collection} />
          </>
        )}
      />
      {dialogs}
    </>
  )
}
