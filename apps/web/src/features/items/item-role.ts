import type { AuctionRecord, ItemRecord, OrderRecord } from '@plinth/api'
import { type Address, ASSET_TYPE, TOKEN_STANDARD } from '@plinth/protocol'
import { isLiveAuction } from '../../entities/auction.ts'
import { highestBid } from '../../entities/cards/item-view.ts'
import type { HoldAct } from '../../entities/hold-act.ts'
import { findOwnListing, isOpenOrder as isOpen } from '../../entities/own-listing.ts'

/** The viewer of an item, and what it may do (document A §2, §4). */
export type ItemRole = {
  owned: bigint
  /** The viewer's own open sale; also one that can't be bought right now. */
  own: OrderRecord | undefined
  /** The viewer's own open sale of what the viewer no longer holds: it would live again if the item came back (F-120). */
  lost: OrderRecord | undefined
  /** The viewer's own sale and bid that ended because the market moved to other contracts. */
  moved: OrderRecord | undefined
  movedBid: OrderRecord | undefined
  /** Sales of others that can be bought, cheapest first. */
  offers: readonly OrderRecord[]
  offer: OrderRecord | undefined
  /** The viewer's own open bid; also one that can't be accepted right now. */
  bid: OrderRecord | undefined
  /** The highest bid of others. */
  highest: OrderRecord | undefined
  /** The viewer's own live auction, else the one that asks the least for one. */
  auction: AuctionRecord | undefined
  acts: readonly ItemAct[]
  /** For holders: under the menu, and beside the bid. */
  holds: readonly HoldAct[]
}

export type ItemAct =
  | 'sell'
  | 'sellAgain'
  | 'editSale'
  | 'reviveSale'
  | 'cancelSale'
  | 'editAuction'
  | 'viewAuction'
  | 'cancelAuction'
  | 'buy'
  | 'bid'
  | 'bidAgain'
  | 'editBid'
  | 'cancelBid'

type ItemFacts = Pick<ItemRecord, 'holdings' | 'listings' | 'resting' | 'bids' | 'restingBids' | 'auctions' | 'standard'>

/** More than one of it may exist: its holders can buy more, and its sellers are several. */
export const isEdition = ({ standard }: Pick<ItemRecord, 'standard'>): boolean => standard === TOKEN_STANDARD.ERC1155

/**
 * A holder without a sale can sell; one with a sale can edit, cancel or revive it; a viewer of another account's sale can buy,
 * and of an auction can look at it; an account that does not hold all units can bid, or raise its bid. `now` is the chain's time
 * in unix seconds: an auction is edited before it starts only. A private sale of the viewer, which the record does not show, is its one
 * sale.
 */
export function roleOf(item: ItemFacts, me: Address | undefined, now: number, hasPrivate = false): ItemRole {
  const owned = me === undefined ? 0n : (item.holdings.find(({ owner }) => owner === me)?.quantity ?? 0n)
  const listing = findOwnListing(item, me)
  const lost = listing && hasLostItem(listing, owned) ? listing : undefined
  const mine = lost ? undefined : listing
  const moved = movedIn(item.resting, me)
  const movedBid = movedIn(item.restingBids, me)
  const offers = item.listings.filter((order) => order.maker !== me && isOpen(order) && order.isFundable)
  const bid = openBids(item).find(({ maker }) => maker === me)
  const canBuy = offers.length > 0 && (owned === 0n || isEdition(item))
  const auction = auctionFor(item, me, now)
  const ownAuction = auction?.owner === me ? auction : undefined
  const selling: ItemAct[] = mine
    ? actsOnOwn(mine)
    : ownAuction
      ? actsOnAuction(ownAuction, now)
      : owned > 0n && !hasPrivate
        ? [moved ? 'sellAgain' : 'sell']
        : []
  const buying: ItemAct[] = [...(auction && !ownAuction ? (['viewAuction'] as const) : []), ...(canBuy ? (['buy'] as const) : [])]
  const bidding: ItemAct[] = canBid(item, me) ? [bid ? 'editBid' : movedBid ? 'bidAgain' : 'bid'] : []
  // What is asked of oneself comes first; where nothing is, buying does.
  const isSelling = ownAuction !== undefined || (mine !== undefined && (mine.isFundable || mine.isReturned))
  const trading = isSelling ? [...selling, ...buying] : [...buying, ...selling]
  const highest = highestBid(item, me)
  const holds: HoldAct[] = owned === 0n ? [] : [...(highest ? (['acceptBid'] as const) : []), 'transfer', 'burn']
  return { owned, own: mine, lost, moved, movedBid, offers, offer: offers[0], bid, highest, auction, acts: [...trading, ...bidding], holds }
}

/** What its first purchase mints was never held. */
const hasLostItem = ({ isFundable, isReturned, sellType }: OrderRecord, owned: bigint): boolean =>
  owned === 0n && !isFundable && !isReturned && sellType !== ASSET_TYPE.MINTED

/** Signed for contracts that the market has left: it can be signed again. */
const movedIn = (orders: readonly OrderRecord[], me: Address | undefined): OrderRecord | undefined =>
  orders.find((order) => order.maker === me && order.isMoved)

function actsOnOwn({ isFundable, isReturned }: OrderRecord): ItemAct[] {
  if (isReturned) return ['reviveSale', 'cancelSale']
  return isFundable ? ['editSale', 'cancelSale'] : ['cancelSale']
}

/** Cancel always, edit only before the start (document A §4). */
const actsOnAuction = ({ startTime }: AuctionRecord, now: number): ItemAct[] => [
  now < startTime ? 'editAuction' : 'viewAuction',
  'cancelAuction',
]

/** An auction is shown only while its expiry is in the future (document B §4). */
const shownAuctions = ({ auctions }: Pick<ItemFacts, 'auctions'>, now: number): AuctionRecord[] =>
  auctions.filter((auction) => isLiveAuction(auction) && auction.expiredTime > now)

/** The viewer's own comes first, then the cheapest available; its own shows even while it can't be bought. */
function auctionFor(item: ItemFacts, me: Address | undefined, now: number): AuctionRecord | undefined {
  const shown = shownAuctions(item, now)
  const own = shown.find(({ owner }) => owner === me)
  if (own) return own
  return shown.filter(({ isFundable }) => isFundable).toSorted((a, b) => (asked(a) < asked(b) ? -1 : 1))[0]
}

/** Of one, in base units; different pay tokens are compared as they are, as the server does with sales. */
const asked = ({ nextPrice, quantity }: AuctionRecord): bigint => nextPrice / quantity

/** Another account holds one: only that account could accept. */
const canBid = ({ holdings }: ItemFacts, me: Address | undefined): boolean =>
  holdings.some(({ owner, quantity }) => owner !== me && quantity > 0n)

/** All valid bids, dearest unit first; behind them the viewer's own that can't be accepted right now. */
export const openBids = ({ bids, restingBids }: Pick<ItemFacts, 'bids' | 'restingBids'>): OrderRecord[] =>
  [...bids, ...restingBids].filter(isOpen)

/** The order that an act is about: another account's to buy, else the viewer's own. */
export function orderOf(act: ItemAct | HoldAct, { own, lost, moved, movedBid, offer, bid, highest }: ItemRole): OrderRecord | undefined {
  if (act === 'buy') return offer
  if (act === 'editAuction' || act === 'viewAuction' || act === 'cancelAuction') return undefined
  if (act === 'acceptBid') return highest
  if (act === 'sellAgain') return moved
  if (act === 'bidAgain') return movedBid
  return act === 'bid' || act === 'editBid' || act === 'cancelBid' ? bid : (own ?? lost)
}

/** What a bid offers its viewer: its maker can cancel it (ITEM-48), a holder of the item can accept it (ITEM-50). */
export function bidActOf(bid: OrderRecord, me: Address | undefined, owned: bigint): 'cancelBid' | 'acceptBid' | undefined {
  if (bid.maker === me) return 'cancelBid'
  return owned > 0n && bid.isFundable ? 'acceptBid' : undefined
}

/** What a row of the owners list offers: cancel on one's own sale, buy on another's (ITEM-34). */
export function rowActOf(
  item: ItemFacts,
  owner: Address,
  me: Address | undefined,
): { act: 'cancelSale' | 'buy'; order: OrderRecord } | undefined {
  const order = item.listings.find((candidate) => candidate.maker === owner && isOpen(candidate))
  if (!order) return undefined
  if (owner === me) return { act: 'cancelSale', order }
  return order.isFundable ? { act: 'buy', order } : undefined
}
