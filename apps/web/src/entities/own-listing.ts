import type { ItemRecord, OrderRecord } from '@plinth/api'
import { type Address, ORDER_STATUS } from '@plinth/protocol'

export const isOpenOrder = ({ status, isExpired }: Pick<OrderRecord, 'status' | 'isExpired'>): boolean =>
  status === ORDER_STATUS.OPEN && !isExpired

/** The account's open listing, live or inactive; only its maker gets the inactive ones. */
export const findOwnListing = ({ listings, resting }: Pick<ItemRecord, 'listings' | 'resting'>, me: Address | undefined) =>
  [...listings, ...resting].find((order) => order.maker === me && isOpenOrder(order))
