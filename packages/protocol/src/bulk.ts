import type { Hex, TypedDataDefinition } from 'viem'
import { concat, hashStruct, hashTypedData, hexToNumber, keccak256, numberToHex, size, slice, stringToHex } from 'viem/utils'
import { ZERO_ADDRESS } from './address.ts'
import { coin } from './assets.ts'
import { ProtocolError } from './errors.ts'
import { ORDER_TYPES, type OrderDomain, orderMessage, orderStructHash } from './order-signing.ts'
import type { Order } from './orders.ts'

/** Suffix of the signature of an order from a bulk-signed tree. Source: `contracts/src/exchange/BulkSignatures.sol`. */
export const BULK_MAGIC = keccak256(stringToHex('Plinth bulk signature'))
export const MOST_BULK_ORDERS = 1_024
const HIGHEST = 10

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
    types: { BulkOrder: [{ name: 'tree', type: bulkTreeType(height) }], Order, Asset },
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
  return bulkLeaves(orders).map((leaf) => bulkSignatureOf(signature, leaf))
}

/** The place of an order in a signed tree. */
export type BulkLeaf = {
  readonly index: number
  /** The sibling of each level, 32 bytes each, the lowest first. */
  readonly proof: Hex
}

/** The place of each of the orders in their tree. */
export function bulkLeaves(orders: readonly Order[]): BulkLeaf[] {
  const height = bulkHeightOf(orders.length)
  const levels: Hex[][] = [padded(orders).map(orderStructHash)]
  for (let level = 0; level < height; level++) levels.push(pairsOf(levels[level] ?? []).map((pair) => keccak256(concat(pair))))
  return orders.map((_, index) => ({
    index,
    proof: concat(levels.slice(0, height).map((nodes, level) => nodes[(index >> level) ^ 1] ?? '0x')),
  }))
}

/** @throws ProtocolError BAD_BULK for a proof of no whole number of levels, of too many, or an index outside of its tree */
export function bulkSignatureOf(signature: Hex, { index, proof }: BulkLeaf): Hex {
  const height = heightOf({ index, proof })
  return concat([signature, proof, numberToHex(index, { size: 2 }), numberToHex(height, { size: 1 }), BULK_MAGIC])
}

/** Index, height and BULK_MAGIC. */
const TAIL = 35

/**
 * Reads the signature bytes of a bulk-signed order: the signature of its tree, and its place there.
 * @throws ProtocolError BAD_BULK for bytes of another form, which the exchange refuses, too
 */
export function openBulkSignature(bytes: Hex): BulkLeaf & { readonly signature: Hex } {
  const tail = size(bytes) - TAIL
  const height = isBulkSignature(bytes) ? hexToNumber(slice(bytes, tail + 2, tail + 3)) : 0
  const start = tail - 32 * height
  if (height === 0 || start < 0) throw badLeaf()
  const leaf = { index: hexToNumber(slice(bytes, tail, tail + 2)), proof: slice(bytes, start, tail) }
  heightOf(leaf)
  return { ...leaf, signature: start === 0 ? '0x' : slice(bytes, 0, start) }
}

/**
 * What the maker signed of a tree that has this order at this place.
 * @throws ProtocolError BAD_BULK
 */
export function bulkDigestOf(order: Order, leaf: BulkLeaf, domain: OrderDomain): Hex {
  const height = heightOf(leaf)
  let node = orderStructHash(order)
  for (let level = 0; level < height; level++) {
    const sibling = slice(leaf.proof, 32 * level, 32 * level + 32)
    node = keccak256(concat((leaf.index >> level) & 1 ? [sibling, node] : [node, sibling]))
  }
  const structHash = keccak256(concat([typeHashOf(height), node]))
  return keccak256(
    concat([
      '0x1901',
      hashStruct({ data: { ...domain, chainId: BigInt(domain.chainId) }, primaryType: 'EIP712Domain', types: DOMAIN_TYPES }),
      structHash,
    ]),
  )
}

const DOMAIN_TYPES = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
} as const

function heightOf({ index, proof }: BulkLeaf): number {
  const height = size(proof) / 32
  const isWhole = Number.isInteger(height) && height >= 1 && height <= HIGHEST
  if (!isWhole || !Number.isInteger(index) || index < 0 || index >> height !== 0) throw badLeaf()
  return height
}

const badLeaf = (): ProtocolError => new ProtocolError('BAD_BULK', 'These bytes name no place in a tree of orders')

/** The same for each tree: EIP-712 names the types of a struct after it by alphabet. */
function typeHashOf(height: number): Hex {
  const fields = (of: 'Asset' | 'Order'): string => ORDER_TYPES[of].map(({ name, type }) => `${type} ${name}`).join(',')
  return keccak256(stringToHex(`BulkOrder(${bulkTreeType(height)} tree)Asset(${fields('Asset')})Order(${fields('Order')})`))
}

/** The EIP-712 type of a tree of this height. */
const bulkTreeType = (height: number): string => `Order${'[2]'.repeat(height)}`

/**
 * Whether these signature bytes are of a bulk-signed order. Only the suffix decides: a multisig signature may be just
 * as long.
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
