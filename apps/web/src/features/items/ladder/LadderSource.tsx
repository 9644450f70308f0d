import type { ItemRecord, OfferRecord } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, useEffect } from 'react'
import { LazyBoundary } from '../../../kit/LazyBoundary.tsx'
import { queryOf } from '../../../lib/api.ts'
import { inTime } from '../../../lib/chunk.ts'
import { offerApi } from '../../../lib/offer-api.ts'
import type { Ladder as Shown } from './Ladder.tsx'

const Ladder = lazy(inTime(async () => ({ default: (await import('./Ladder.tsx')).Ladder })))

type Props = { item: Pick<ItemRecord, 'chainId' | 'collection' | 'tokenId'>; onOffers: (offers: readonly OfferRecord[]) => void }

const MOST = 100

/** Asks for the item's bids and offers; in a chunk of its own, since most visits end before. */
export function LadderSource({ item: { chainId, collection, tokenId }, onOffers }: Props) {
  const { data } = useQuery(queryOf(offerApi.forItem, { chainId, collection, tokenId, page: 1, limit: MOST }))
  useEffect(() => {
    if (data) onOffers(data.list)
  }, [data, onOffers])
  return null
}

/** Keeps the list's file names out of the page's chunk. */
export function LadderSlot(props: ComponentProps<typeof Shown>) {
  return (
    <LazyBoundary>
      <Ladder {...props} />
    </LazyBoundary>
  )
}
