import type { AuctionRecord, OwnAuction } from '@plinth/api'
import { create } from 'zustand'
import { useSession } from '../lib/session.ts'
import { useChainNowAt } from '../lib/use-chain-now.ts'
import { momentsOf, type Standing, standingOf } from './auction.ts'

/** The auctions that the viewer takes part in: a later chunk asks for them, so that a card asks for nothing. */
export const useOwnAuctions = create<readonly OwnAuction[]>(() => [])

type ItemRef = { chainId: number; collection: string; tokenId: bigint }

const isOf = (item: ItemRef, { chainId, collection, tokenId }: ItemRef): boolean =>
  item.tokenId === tokenId && item.collection === collection && item.chainId === chainId

/** The viewer's part in an auction of this item. */
export const useOwnAuction = (item: ItemRef): OwnAuction | undefined => useOwnAuctions().find(({ auction }) => isOf(item, auction))

const NEVER: readonly number[] = []

/** Where the viewer stands at the auction of this item; `given` is newer than what the viewer's own list has. */
export function useStanding(item: ItemRef, given?: AuctionRecord): Standing | undefined {
  const own = useOwnAuction(item)
  const auction = given ?? own?.auction
  const { address } = useSession()
  const now = useChainNowAt(auction ? momentsOf(auction) : NEVER)
  return auction && standingOf(auction, own?.auction.id === auction.id ? own.ownBid : 0n, address, now)
}

export const STANDING_TEXT = {
  leads: 'item.youLead',
  won: 'item.youWon',
  outbid: 'item.outbid',
  toAccept: 'item.toAccept',
} as const satisfies Record<Standing, string>
