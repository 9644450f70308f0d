import type { ItemRecord, OrderRecord } from '@plinth/api'
import { type Address, ORDER_STATUS } from '@plinth/protocol'

/** Who looks at an item, and what that lets him do (document A §2, §4). */
export type ItemRole = {
  owned: bigint
  /** The viewer's own open sale; also one that nobody can buy right now. */
  own: OrderRecord | undefined
  /** The cheapest sale of somebody else. */
  offer: OrderRecord | undefined
  acts: readonly ItemAct[]
}

export type ItemAct = 'sell' | 'editSale' | 'cancelSale' | 'buy'

type Facts = Pick<ItemRecord, 'holdings' | 'listings'>

const isOpen = (order: OrderRecord) => order.status === ORDER_STATUS.OPEN && !order.isExpired

/**
 * A holder who does not sell can sell; one who does can edit or cancel; who sees a sale of somebody else can buy.
 * `own` is the viewer's sale as the server tells it to him alone.
 */
export function roleOf(item: Facts, me: Address | undefined, own?: OrderRecord): ItemRole {
  const owned = me === undefined ? 0n : (item.holdings.find(({ owner }) => owner === me)?.quantity ?? 0n)
  const mine =
    me === undefined
      ? undefined
      : (item.listings.find((order) => order.maker === me && isOpen(order)) ?? (own && isOpen(own) ? own : undefined))
  const offer = item.listings.find((order) => order.maker !== me && isOpen(order) && order.isFundable)
  const acts: ItemAct[] = mine ? [...(mine.isFundable ? (['editSale'] as const) : []), 'cancelSale'] : owned > 0n ? ['sell'] : []
  return { owned, own: mine, offer, acts: offer && owned === 0n ? [...acts, 'buy'] : acts }
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
