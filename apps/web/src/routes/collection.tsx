import { useParams, useSearchParams } from 'react-router'
import { CollectionPage } from '../features/collections/CollectionPage.tsx'

export function Component() {
  const { address = '' } = useParams()
  const [params] = useSearchParams()
  return <CollectionPage key={address} address={address} chain={params.get('chain')} />
}
