import type { ItemRecord, OrderRecord } from '@plinth/api'
import { type Address, ORDER_STATUS, TOKEN_STANDARD } from '@plinth/protocol'
import { highestBid } from '../../entities/item-view.ts'

/** Who looks at an item, and what that lets him do (document A §2, §4). */
export type ItemRole = {
  owned: bigint
  /** The viewer's own open sale; also one that nobody can buy right now. */
  own: OrderRecord | undefined
  /** Sales of others that can be bought, cheapest first. */
  offers: readonly OrderRecord[]
  offer: OrderRecord | undefined
  /** The viewer's own open bid; also one that nobody can accept right now. */
  bid: OrderRecord | undefined
  /** The highest bid of others. */
  highest: OrderRecord | undefined
  acts: readonly ItemAct[]
  /** Of whoever holds some: under the menu, and beside the bid. */
  holds: readonly HoldAct[]
}

export type ItemAct = 'sell' | 'editSale' | 'reviveSale' | 'cancelSale' | 'buy' | 'bid' | 'editBid' | 'cancelBid'

export type HoldAct = 'acceptBid' | 'transfer' | 'burn'

type Facts = Pick<ItemRecord, 'holdings' | 'listings' | 'resting' | 'bids' | 'restingBids' | 'standard'>

const isOpen = (order: OrderRecord) => order.status === ORDER_STATUS.OPEN && !order.isExpired

/** More than one of it may exist: its holders can buy more, and its sellers are several. */
export const isEdition = ({ standard }: Pick<ItemRecord, 'standard'>): boolean => standard === TOKEN_STANDARD.ERC1155

/**
 * A holder who does not sell can sell; one who does can edit or cancel, or bring back what had left him; who sees a sale of
 * somebody else can buy; who does not hold all there is can bid, or raise his bid.
 */
export function roleOf(item: Facts, me: Address | undefined): ItemRole {
  const owned = me === undefined ? 0n : (item.holdings.find(({ owner }) => owner === me)?.quantity ?? 0n)
  const mine = [...item.listings, ...item.resting].find((order) => order.maker === me && isOpen(order))
  const offers = item.listings.filter((order) => order.maker !== me && isOpen(order) && order.isFundable)
  const bid = openBids(item).find(({ maker }) => maker === me)
  const canBuy = offers.length > 0 && (owned === 0n || isEdition(item))
  const selling: ItemAct[] = mine ? actsOnOwn(mine) : owned > 0n ? ['sell'] : []
  const buying: ItemAct[] = canBuy ? ['buy'] : []
  const bidding: ItemAct[] = canBid(item, me) ? [bid ? 'editBid' : 'bid'] : []
  // What is asked of oneself comes first; where nothing is, buying does.
  const trading = mine && (mine.isFundable || mine.isReturned) ? [...selling, ...buying] : [...buying, ...selling]
  const highest = highestBid(item, me)
  const holds: HoldAct[] = owned === 0n ? [] : [...(highest ? (['acceptBid'] as const) : []), 'transfer', 'burn']
  return { owned, own: mine, offers, offer: offers[0], bid, highest, acts: [...trading, ...bidding], holds }
}

function actsOnOwn({ isFundable, isReturned }: OrderRecord): ItemAct[] {
  if (isReturned) return ['reviveSale', 'cancelSale']
  return isFundable ? ['editSale', 'cancelSale'] : ['cancelSale']
}

/** Somebody else holds one: only he could accept. */
const canBid = ({ holdings }: Facts, me: Address | undefined): boolean =>
  holdings.some(({ owner, quantity }) => owner !== me && quantity > 0n)

/** All bids that stand, dearest unit first; behind them the viewer's own that nobody can accept right now. */
export const openBids = ({ bids, restingBids }: Pick<Facts, 'bids' | 'restingBids'>): OrderRecord[] =>
  [...bids, ...restingBids].filter(isOpen)

/** The order that an act is about: somebody else's to buy, else one's own. */
export function orderOf(act: ItemAct | HoldAct, { own, offer, bid, highest }: ItemRole): OrderRecord | undefined {
  if (act === 'buy') return offer
  if (act === 'acceptBid') return highest
  return act === 'bid' || act === 'editBid' || act === 'cancelBid' ? bid : own
}

/** What a bid offers its viewer: its maker can take it back (ITEM-48), whoever holds the work can accept it (ITEM-50). */
export function bidActOf(bid: OrderRecord, me: Address | undefined, owned: bigint): 'cancelBid' | 'acceptBid' | undefined {
  if (bid.maker === me) return 'cancelBid'
  return owned > 0n && bid.isFundable ? 'acceptBid' : undefined
}

/** What a row of the owners list offers: cancel on one's own sale, buy on another's (ITEM-34). */
export function rowActOf(
  item: Facts,
  owner: Address,
  me: Address | undefined,
): { act: 'cancelSale' | 'buy'; order: OrderRecord } | undefined {
  const order = item.listings.find((candidate) => candidate.maker === owner && isOpen(candidate))
  if (!order) return undefined
  if (owner === me) return { act: 'cancelSale', order }
  return order.isFundable ? { act: 'buy', order } : undefined
}
