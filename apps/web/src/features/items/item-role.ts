import type { ItemRecord, OrderRecord } from '@plinth/api'
import { type Address, ORDER_STATUS, TOKEN_STANDARD } from '@plinth/protocol'

/** Who looks at an item, and what that lets him do (document A §2, §4). */
export type ItemRole = {
  owned: bigint
  /** The viewer's own open sale; also one that nobody can buy right now. */
  own: OrderRecord | undefined
  /** Sales of others that can be bought, cheapest first. */
  offers: readonly OrderRecord[]
  offer: OrderRecord | undefined
  acts: readonly ItemAct[]
}

export type ItemAct = 'sell' | 'editSale' | 'reviveSale' | 'cancelSale' | 'buy'

type Facts = Pick<ItemRecord, 'holdings' | 'listings' | 'resting' | 'standard'>

const isOpen = (order: OrderRecord) => order.status === ORDER_STATUS.OPEN && !order.isExpired

/** More than one of it may exist: its holders can buy more, and its sellers are several. */
export const isEdition = ({ standard }: Pick<ItemRecord, 'standard'>): boolean => standard === TOKEN_STANDARD.ERC1155

/**
 * A holder who does not sell can sell; one who does can edit or cancel, or bring back what had left him; who sees a sale of
 * somebody else can buy.
 */
export function roleOf(item: Facts, me: Address | undefined): ItemRole {
  const owned = me === undefined ? 0n : (item.holdings.find(({ owner }) => owner === me)?.quantity ?? 0n)
  const mine = [...item.listings, ...item.resting].find((order) => order.maker === me && isOpen(order))
  const offers = item.listings.filter((order) => order.maker !== me && isOpen(order) && order.isFundable)
  const canBuy = offers.length > 0 && (owned === 0n || isEdition(item))
  const selling: ItemAct[] = mine ? actsOnOwn(mine) : owned > 0n ? ['sell'] : []
  const buying: ItemAct[] = canBuy ? ['buy'] : []
  // What is asked of oneself comes first; where nothing is, buying does.
  const acts = mine && (mine.isFundable || mine.isReturned) ? [...selling, ...buying] : [...buying, ...selling]
  return { owned, own: mine, offers, offer: offers[0], acts }
}

function actsOnOwn({ isFundable, isReturned }: OrderRecord): ItemAct[] {
  if (isReturned) return ['reviveSale', 'cancelSale']
  return isFundable ? ['editSale', 'cancelSale'] : ['cancelSale']
}

/** The sale that an act is about: somebody else's to buy, else one's own. */
export const orderOf = (act: ItemAct, { own, offer }: ItemRole): OrderRecord | undefined => (act === 'buy' ? offer : own)

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
