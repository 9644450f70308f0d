import type { AuctionBidRecord, AuctionRecord } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { api, queryOf } from '../lib/api.ts'
import { useWhileDown } from '../lib/live-state.ts'

/** Only while no live events arrive. */
const SLOW_MS = 3_000

const refOf = ({ collection, tokenId, owner, salt, chainId }: AuctionRecord) => ({ collection, tokenId, owner, salt, chainId })

/** The current auction: its bids and its end update while it is on screen. */
export function useAuction(given: AuctionRecord): AuctionRecord {
  const refetchInterval = useWhileDown(SLOW_MS)
  const { data } = useQuery({ ...queryOf(api.auction.get, refOf(given)), refetchInterval, staleTime: 0 })
  return data ?? given
}

/** Newest first; undefined until read. */
export function useAuctionBids(auction: AuctionRecord, isWanted = true): readonly AuctionBidRecord[] | undefined {
  const refetchInterval = useWhileDown(SLOW_MS)
  const { data } = useQuery({ ...queryOf(api.auction.bids, refOf(auction)), enabled: isWanted, refetchInterval, staleTime: 0 })
  return data?.list
}
