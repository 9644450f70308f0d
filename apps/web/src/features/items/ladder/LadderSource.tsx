import type { ItemRecord, OfferRecord } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOf } from '../../../lib/api.ts'
import { offerApi } from '../../../lib/offer-api.ts'

type Props = { item: Pick<ItemRecord, 'chainId' | 'collection' | 'tokenId'>; onOffers: (offers: readonly OfferRecord[]) => void }

const MOST = 100

/** Asks what the item can be sold to; in a chunk of its own, since most pages are left before. */
export function LadderSource({ item: { chainId, collection, tokenId }, onOffers }: Props) {
  const { data } = useQuery(queryOf(offerApi.forItem, { chainId, collection, tokenId, page: 1, limit: MOST }))
  useEffect(() => {
    if (data) onOffers(data.list)
  }, [data, onOffers])
  return null
}
