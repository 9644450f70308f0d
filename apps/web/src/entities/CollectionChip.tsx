import type { CollectionBrief } from '@plinth/api'
import { Link } from 'react-router'
import { thumbnail } from '../lib/media.ts'
import { Thumb } from './cards/Thumb.tsx'

export type CollectionChipProps = { collection: CollectionBrief /** "36 works" */; aside?: string; to?: string }

export function CollectionChip({ collection, aside, to }: CollectionChipProps) {
  const inside = (
    <>
      <Thumb {...thumbnail(collection.cover)} size={40} />
      <span className="medium clip">{collection.name}</span>
      {aside && <span className="muted">{aside}</span>}
    </>
  )
  return to ? (
    <Link className="row g12 collection-chip" to={to}>
      {inside}
    </Link>
  ) : (
    <span className="row g12">{inside}</span>
  )
}
