import { isCriteriaBid, type Order } from '@plinth/protocol'
import { type Hex, toHex } from 'viem'

/** Beyond every token id, so that no join with an item or a holding meets a criteria bid. */
const BEYOND = 2n ** 256n

/** The id that a stored order has for its item: of a criteria bid 2^256 more than its root. */
export const storedIdOf = (order: Pick<Order, 'salt'>, tokenId: bigint): bigint => (isCriteriaBid(order) ? BEYOND + tokenId : tokenId)

/** The id that its maker signed. */
export const signedIdOf = (stored: bigint): bigint => (stored >= BEYOND ? stored - BEYOND : stored)

/** Whether a stored order is for a set of items, not for one. */
export const isForSet = ({ tokenId }: { readonly tokenId: bigint }): boolean => tokenId >= BEYOND

/** The root of a stored bid for a set. */
export const rootOf = (stored: bigint): Hex => toHex(signedIdOf(stored), { size: 32 })

/** The stored id of a root. */
export const idOfRoot = (root: Hex): bigint => BEYOND + BigInt(root)
