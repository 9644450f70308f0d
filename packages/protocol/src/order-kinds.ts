import type { Hex } from 'viem'
import type { Address } from './address.ts'
import { criteriaBidDigest, criteriaBidStructHash, isCriteriaBid } from './criteria.ts'
import { type OrderDomain, orderDigest, orderStructHash } from './order-signing.ts'
import type { Order } from './orders.ts'
import { privateSaleDigest, privateSaleStructHash } from './private-sales.ts'

/**
 * The id of a sale, of a private one to `taker`, of a bid for an item, or of a criteria bid.
 * @throws ProtocolError BAD_TERMS for a taker in an order of another kind
 */
export function structHashByTerms(order: Order, taker?: Address): Hex {
  if (taker !== undefined) return privateSaleStructHash({ order, taker })
  return isCriteriaBid(order) ? criteriaBidStructHash(order) : orderStructHash(order)
}

/** The 32 bytes that the maker of any of them signs. @throws ProtocolError BAD_TERMS */
export function digestByTerms(order: Order, domain: OrderDomain, taker?: Address): Hex {
  if (taker !== undefined) return privateSaleDigest({ order, taker }, domain)
  return isCriteriaBid(order) ? criteriaBidDigest(order, domain) : orderDigest(order, domain)
}
