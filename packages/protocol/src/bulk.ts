import type { Hex, TypedDataDefinition } from 'viem'
import { concat, hashTypedData, keccak256, numberToHex, size, slice, stringToHex } from 'viem/utils'
import { ZERO_ADDRESS } from './address.ts'
import { coin } from './assets.ts'
import { ProtocolError } from './errors.ts'
import { ORDER_TYPES, type OrderDomain, orderMessage, orderStructHash } from './order-signing.ts'
import type { Order } from './orders.ts'

/** Suffix of the signature of an order from a bulk-signed tree. Source: `contracts/src/exchange/BulkSignatures.sol`. */
export const BULK_MAGIC = keccak256(stringToHex('Plinth bulk signature'))
export const MOST_BULK_ORDERS = 1_024

/** Fills the leaves of a tree that hold no order. */
const NO_ORDER: Order = {
  owner: ZERO_ADDRESS,
  salt: 0n,
  sellAsset: coin(),
  buyAsset: coin(),
  selling: 0n,
  buying: 0n,
  sellerFee: 0n,
}

/** Height of the tree that holds so many orders: 1 to 10. */
export function bulkHeightOf(count: number): number {
  if (count < 2 || count > MOST_BULK_ORDERS) throw new ProtocolError('BAD_BULK', `One signature is for 2 to ${MOST_BULK_ORDERS} orders`)
  return Math.ceil(Math.log2(count))
}

type Tree = ReturnType<typeof orderMessage> | readonly [Tree, Tree]

/**
 * What the maker's wallet signs (EIP-712) for 2 to 1,024 orders of one chain: a tree of them, which the wallet can
 * show.
 * @throws ProtocolError BAD_BULK for fewer or more
 */
export function bulkTypedData(orders: readonly Order[], domain: OrderDomain): TypedDataDefinition {
  const height = bulkHeightOf(orders.length)
  const { Order, Asset } = ORDER_TYPES
  const tree = treeOf(padded(orders).map(orderMessage))
  return {
    domain,
    types: { BulkOrder: [{ name: 'tree', type: `Order${'[2]'.repeat(height)}` }], Order, Asset },
    primaryType: 'BulkOrder',
    message: { tree },
  }
}

export function bulkDigest(orders: readonly Order[], domain: OrderDomain): Hex {
  return hashTypedData(bulkTypedData(orders, domain))
}

/**
 * The signature bytes that the exchange takes for one of the orders: signature, proof from the lowest level up, index
 * (2 bytes), height (1 byte), BULK_MAGIC.
 * @param signature of the whole tree: 65 bytes, or what the maker's contract accepts (ERC-1271)
 */
export function bulkSignatures(signature: Hex, orders: readonly Order[]): Hex[] {
  const height = bulkHeightOf(orders.length)
  const levels: Hex[][] = [padded(orders).map(orderStructHash)]
  for (let level = 0; level < height; level++) levels.push(pairsOf(levels[level] ?? []).map((pair) => keccak256(concat(pair))))
  return orders.map((_, index) => {
    const proof = levels.slice(0, height).map((nodes, level) => nodes[(index >> level) ^ 1] ?? '0x')
    return concat([signature, ...proof, numberToHex(index, { size: 2 }), numberToHex(height, { size: 1 }), BULK_MAGIC])
  })
}

/**
 * Whether these signature bytes are of a bulk-signed order. Only the suffix decides: a multisig signature may be just
 * as long.
 * @public
 */
export function isBulkSignature(signature: Hex): boolean {
  return size(signature) >= 35 && slice(signature, -32) === BULK_MAGIC
}

function padded(orders: readonly Order[]): Order[] {
  return Array.from({ length: 1 << bulkHeightOf(orders.length) }, (_, at) => orders[at] ?? NO_ORDER)
}

function treeOf(leaves: readonly Tree[]): Tree {
  const [only] = leaves
  return leaves.length === 1 && only ? only : treeOf(pairsOf(leaves))
}

function pairsOf<T>(list: readonly T[]): [T, T][] {
  return Array.from({ length: list.length / 2 }, (_, at) => list.slice(2 * at, 2 * at + 2) as [T, T])
}
