import type { ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { isOpenOrder } from '../../entities/own-listing.ts'
import { isInactiveAuction } from '../../entities/own-offer.ts'
import type { OwnOffer } from '../../flows/acts/order/end-too.ts'
import { api, queryOf } from '../../lib/api.ts'
import { chainNow } from '../../lib/clock.ts'

/** The most that a page has, newest first. */
const LIMIT = 100

/** What the viewer has signed for an item and can't deliver now. Records of items have live auctions only: the others are read beside. */
export function useInactiveOffers(me: Address, chainId: number, isWanted: boolean): (item: ItemRecord) => OwnOffer | undefined {
  const open = { owner: me, isFinished: false, chainId, page: 1, limit: LIMIT }
  const { data } = useQuery({ ...queryOf(api.auction.list, open), enabled: isWanted })
  const auctions = data?.list
  return useCallback(
    (item) => {
      if (!isWanted) return undefined
      const order = item.resting.find((one) => one.maker === me && isOpenOrder(one))
      if (order) return { is: 'listing', order }
      const auction = auctions?.find((one) => isSameItem(one, item) && isInactiveAuction(one, chainNow()))
      return auction && { is: 'auction', auction }
    },
    [auctions, isWanted, me],
  )
}

type Ref = Pick<ItemRecord, 'chainId' | 'collection' | 'tokenId'>
const isSameItem = (one: Ref, other: Ref): boolean =>
  one.chainId === other.chainId && one.collection === other.collection && one.tokenId === other.tokenId
