import type { Hex, TypedDataDefinition } from 'viem'
import { hashStruct, hashTypedData, keccak256, toBytes, toHex } from 'viem/utils'
import { ASSET_TYPE } from './codes.ts'
import { ProtocolError } from './errors.ts'
import { ORDER_TYPES, type OrderDomain } from './order-signing.ts'
import { type Order, sideOf } from './orders.ts'
import { ORDER_TERMS, termsOf, unpackSalt } from './salts.ts'

/** Most ids of a set: proofs of at most 16 hashes. */
export const MOST_CRITERIA_IDS = 65_536
const LONGEST_PROOF = 16

/** Root that admits every id of the collection. */
export const ANY_ID: Hex = toHex(0, { size: 32 })

/** A set of token ids by its Merkle root: the tree of OpenZeppelin's StandardMerkleTree over `[uint256]`. */
export type IdTree = {
  readonly root: Hex
  /** The root first, the children of `at` at 2 at + 1 and 2 at + 2; the last ones are the leaves. */
  readonly nodes: readonly Hex[]
  /** The ids in the order of their leaves. */
  readonly ids: readonly bigint[]
  /** @throws ProtocolError ID_OUTSIDE_CRITERIA */
  proofOf(tokenId: bigint): readonly Hex[]
}

/**
 * @param ids in any order
 * @throws ProtocolError BAD_CRITERIA for no id, more than 65,536, one twice, or one beyond uint256
 */
export function idTreeOf(ids: readonly bigint[]): IdTree {
  for (const steps = growIdTree(ids); ; ) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Nodes that are hashed between two yields. */
const STEP = 512

/** The same in steps: a server answers others between them, since a large tree takes seconds. */
export function* growIdTree(ids: readonly bigint[]): Generator<undefined, IdTree> {
  if (ids.length === 0 || ids.length > MOST_CRITERIA_IDS) throw new ProtocolError('BAD_CRITERIA', `A set has 1 to ${MOST_CRITERIA_IDS} ids`)
  if (new Set(ids).size !== ids.length) throw new ProtocolError('BAD_CRITERIA', 'A set has each id once')
  if (ids.some((id) => id < 0n || id >> 256n !== 0n)) throw new ProtocolError('BAD_CRITERIA', 'An id is a uint256')
  const leaves: { leaf: Uint8Array; id: bigint }[] = []
  for (const id of ids) {
    if (leaves.push({ leaf: leafOf(id), id }) % STEP === 0) yield
  }
  leaves.sort((one, other) => (isBelow(other.leaf, one.leaf) ? -1 : 1))
  const inner = ids.length - 1
  const nodes = [...Array.from({ length: inner }, () => NONE), ...leaves.map(({ leaf }) => leaf)]
  for (let at = inner - 1; at >= 0; at--) {
    nodes[at] = pairOf(nodes[2 * at + 1] ?? NONE, nodes[2 * at + 2] ?? NONE)
    if (at % STEP === 0) yield
  }
  const ordered = leaves.map(({ id }) => id)
  const places = new Map(ordered.map((id, at) => [id, at]))
  return {
    root: toHex(nodes[0] ?? NONE),
    get nodes() {
      return nodes.map((node) => toHex(node))
    },
    ids: ordered,
    proofOf: (tokenId) => {
      const place = places.get(tokenId)
      if (place === undefined) throw new ProtocolError('ID_OUTSIDE_CRITERIA', 'The id is not in the set')
      return siblingsOf(place, ids.length).map((at) => toHex(nodes[at] ?? NONE))
    },
  }
}

/** Where in the nodes of a tree over so many ids the proof of one lies; `place` is that of the id among the tree's `ids`. */
export function siblingsOf(place: number, ids: number): number[] {
  const siblings: number[] = []
  for (let at = place + ids - 1; at > 0; at = (at - 1) >> 1) siblings.push(at % 2 === 0 ? at - 1 : at + 1)
  return siblings
}

const NONE = new Uint8Array(32)

/** Hashed twice, so that no inner node passes as a leaf. Bytes: hex would take half as long again. */
function leafOf(id: bigint): Uint8Array {
  const word = new DataView(new ArrayBuffer(32))
  for (let part = 0; part < 4; part++) word.setBigUint64(24 - 8 * part, BigInt.asUintN(64, id >> BigInt(64 * part)))
  return keccak256(keccak256(new Uint8Array(word.buffer), 'bytes'), 'bytes')
}

/** Sorted pair, so that a proof needs no sides. */
function pairOf(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(64)
  const isInOrder = isBelow(one, other)
  both.set(isInOrder ? one : other)
  both.set(isInOrder ? other : one, 32)
  return keccak256(both, 'bytes')
}

function isBelow(one: Uint8Array, other: Uint8Array): boolean {
  const at = one.findIndex((byte, place) => byte !== other[place])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

/** Whether a criteria bid with this root accepts the id, as in the exchange. @public */
export function isInCriteria(root: Hex, tokenId: bigint, proof: readonly Hex[]): boolean {
  if (BigInt(root) === 0n) return proof.length === 0
  if (proof.length > LONGEST_PROOF) return false
  return toHex(proof.reduce((node, sibling) => pairOf(node, toBytes(sibling)), leafOf(tokenId))) === root
}

export const CRITERIA_BID_TYPES = {
  CriteriaBid: [
    { name: 'owner', type: 'address' },
    { name: 'salt', type: 'uint256' },
    { name: 'validFrom', type: 'uint256' },
    { name: 'validUntil', type: 'uint256' },
    { name: 'maxBuyerFee', type: 'uint256' },
    { name: 'sellAsset', type: 'Asset' },
    { name: 'selling', type: 'uint256' },
    { name: 'collection', type: 'address' },
    { name: 'assetType', type: 'uint8' },
    { name: 'ids', type: 'bytes32' },
    { name: 'units', type: 'uint256' },
    { name: 'sellerFee', type: 'uint256' },
  ],
  Asset: ORDER_TYPES.Asset,
} as const

/**
 * What the bidder's wallet signs (EIP-712). The order's bought asset names the collection and, as its id, the root of
 * the ids; `buying` is the quantity, `selling` the total price in base units.
 * @throws ProtocolError BAD_TERMS for an order of another kind, BAD_SIDES for a sale, BAD_CRITERIA for an item minted
 * at settlement
 */
export function criteriaBidTypedData(order: Order, domain: OrderDomain) {
  return {
    domain,
    types: CRITERIA_BID_TYPES,
    primaryType: 'CriteriaBid',
    message: criteriaBidMessage(order),
  } as const satisfies TypedDataDefinition<typeof CRITERIA_BID_TYPES, 'CriteriaBid'>
}

/** hashStruct(CriteriaBid), which the operator's fee signature names. */
export function criteriaBidStructHash(order: Order): Hex {
  return hashStruct({ data: criteriaBidMessage(order), primaryType: 'CriteriaBid', types: CRITERIA_BID_TYPES })
}

export function criteriaBidDigest(order: Order, domain: OrderDomain): Hex {
  return hashTypedData(criteriaBidTypedData(order, domain))
}

export const isCriteriaBid = ({ salt }: Pick<Order, 'salt'>): boolean => termsOf(salt) === ORDER_TERMS.CRITERIA

function criteriaBidMessage(order: Order) {
  if (termsOf(order.salt) !== ORDER_TERMS.CRITERIA) throw new ProtocolError('BAD_TERMS', 'The salt is not that of a criteria bid')
  if (sideOf(order) !== 'bid') throw new ProtocolError('BAD_SIDES', 'Only a bid has criteria')
  const { token: collection, tokenId, assetType } = order.buyAsset
  if (assetType === ASSET_TYPE.MINTED) throw new ProtocolError('BAD_CRITERIA', 'Only items that are there are bid for by criteria')
  const { validFrom, validUntil, maxBuyerFeeBps } = unpackSalt(order.salt)
  const { owner, salt, sellAsset, selling, sellerFee } = order
  return {
    owner,
    salt,
    sellAsset,
    selling,
    sellerFee,
    validFrom: BigInt(validFrom),
    validUntil: BigInt(validUntil),
    maxBuyerFee: BigInt(maxBuyerFeeBps),
    collection,
    assetType,
    ids: toHex(tokenId, { size: 32 }),
    units: order.buying,
  }
}
