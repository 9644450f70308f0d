import type { Collection } from '@plinth/api'
import { Link } from 'react-router'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { collectionPath } from '../../lib/links.ts'
import { thumbnail } from '../../lib/media.ts'
import { useNetwork } from '../../lib/site.ts'
import { Marked } from './Marked.tsx'

export type CollectionRowProps = { collection: Collection; keyword: string }

export function CollectionRow({ collection, keyword }: CollectionRowProps) {
  const network = useNetwork(collection.chainId)
  return (
    <Link className="list-row list-link" to={collectionPath(collection.address, collection.chainId)}>
      <Thumb {...thumbnail(collection.cover)} size={48} />
      <span className="strong clip">
        <Marked name={collection.name} keyword={keyword} />
      </span>
      <span className="muted clip">{network?.name}</span>
    </Link>
  )
}
