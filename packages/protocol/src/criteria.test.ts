import { concat, type Hex, keccak256, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/kinds.json' with { type: 'json' }
import { toAddress } from './address.ts'
import { erc20, erc721 } from './assets.ts'
import { ASSET_TYPE } from './codes.ts'
import { ANY_ID, criteriaBidDigest, idTreeOf, isInCriteria, MOST_CRITERIA_IDS, siblingsOf } from './criteria.ts'
import { orderDigest, orderDomain } from './order-signing.ts'
import type { Order } from './orders.ts'
import { ORDER_TERMS, packSalt, withTerms } from './salts.ts'

const leafOf = (id: bigint): Hex => keccak256(keccak256(toHex(id, { size: 32 })))
const pairOf = (a: Hex, b: Hex): Hex => keccak256(concat(a < b ? [a, b] : [b, a]))
const failing = (code: string) => expect.objectContaining({ code })

describe('a set of ids', () => {
  it('[COFF-02] of one is its leaf, with an empty proof', () => {
    const tree = idTreeOf([7n])
    expect([tree.root, tree.proofOf(7n)]).toEqual([leafOf(7n), []])
    expect(isInCriteria(tree.root, 7n, [])).toBe(true)
  })

  it('[COFF-02] of two is the hash of its leaves, each hashed twice, in their order', () => {
    expect(idTreeOf([1n, 2n]).root).toBe(pairOf(leafOf(1n), leafOf(2n)))
    expect(idTreeOf([2n, 1n]).root).toBe(idTreeOf([1n, 2n]).root)
  })

  it('[COFF-02] is the tree that OpenZeppelin’s StandardMerkleTree 1.0.8 makes', () => {
    const tree = idTreeOf([1n, 2n, 3n, 5n, 2n ** 256n - 1n])
    expect(tree.root).toBe('0xdb2c1c7e0ea95f197b9f7a937297adcab062ffc93b63b773e2cbf66b5085286e')
    expect(tree.proofOf(3n)).toEqual([
      '0xb5d9d894133a730aa651ef62d26b0ffa846233c74177a591a4a896adfda97d22',
      '0xb6c677a5a463b6e8b32a6cee11c6d7ae194d94dfc9604141535ba141d9ada89a',
    ])
  })

  it('[COFF-02] finds the proof of each id among its nodes', () => {
    for (const count of [1, 2, 3, 7, 8, 9]) {
      const { root, nodes, ids } = idTreeOf(Array.from({ length: count }, (_, at) => BigInt(at) * 5n))
      for (const [place, id] of ids.entries()) {
        const proof = siblingsOf(place, count).map((at) => nodes[at] ?? '0x')
        expect(isInCriteria(root, id, proof)).toBe(true)
      }
    }
  })

  it('[COFF-02] of 65,536 has proofs of 16, and no larger one is made', () => {
    const ids = Array.from({ length: MOST_CRITERIA_IDS }, (_, at) => BigInt(at) * 3n)
    const tree = idTreeOf(ids)
    const proof = tree.proofOf(3n * 40_000n)
    expect(proof).toHaveLength(16)
    expect(isInCriteria(tree.root, 3n * 40_000n, proof)).toBe(true)
    expect(() => idTreeOf([...ids, 1n])).toThrow(failing('BAD_CRITERIA'))
  })

  it.each([
    ['no id', []],
    ['the same id twice', [1n, 2n, 1n]],
    ['a negative id', [-1n]],
    ['an id beyond uint256', [2n ** 256n]],
  ])('[COFF-09] refuses %s', (_, ids) => {
    expect(() => idTreeOf(ids)).toThrow(failing('BAD_CRITERIA'))
  })

  it('[COFF-09] gives no proof of an id outside, and takes none', () => {
    const tree = idTreeOf([1n, 2n, 3n])
    expect(() => tree.proofOf(4n)).toThrow(failing('ID_OUTSIDE_CRITERIA'))
    expect(isInCriteria(tree.root, 4n, tree.proofOf(1n))).toBe(false)
    expect(isInCriteria(idTreeOf([1n, 2n]).root, 1n, tree.proofOf(1n))).toBe(false)
  })

  it('[COFF-09] takes no node for a leaf', () => {
    const tree = idTreeOf([1n, 2n, 3n, 4n])
    const [beside = '0x', ...above] = tree.proofOf(1n)
    expect(isInCriteria(tree.root, BigInt(pairOf(leafOf(1n), beside)), above)).toBe(false)
  })

  it('[COFF-03] of every id takes any, without a proof', () => {
    expect([isInCriteria(ANY_ID, 5n, []), isInCriteria(ANY_ID, 5n, [leafOf(5n)])]).toEqual([true, false])
  })
})

const [A, B, C] = ['11', '33', '44'].map((byte) => toAddress(`0x${byte.repeat(20)}`)) as [Order['owner'], Order['owner'], Order['owner']]
const bidOf = (parts: Partial<Order> = {}): Order => ({
  owner: A,
  salt: withTerms(packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: 250, sequence: 9n }), ORDER_TERMS.CRITERIA),
  sellAsset: erc20(B),
  buyAsset: erc721(C, BigInt(idTreeOf([1n, 2n]).root)),
  selling: 30n,
  buying: 3n,
  sellerFee: 250n,
  ...parts,
})

describe('a criteria bid', () => {
  it('is signed as a type of its own, never as an order', () => {
    const domain = orderDomain(31337, A)
    expect(criteriaBidDigest(bidOf(), domain)).not.toBe(orderDigest(bidOf(), domain))
  })

  it.each([
    ['the salt of another kind', { salt: 9n }, 'BAD_TERMS'],
    ['a sale', { sellAsset: erc721(C, 1n), buyAsset: erc20(B) }, 'BAD_SIDES'],
    ['what is not minted yet', { buyAsset: { token: C, tokenId: 1n, assetType: ASSET_TYPE.MINTED } }, 'BAD_CRITERIA'],
  ] as const)('refuses %s', (_, parts, code) => {
    expect(() => criteriaBidDigest(bidOf(parts), orderDomain(31337, A))).toThrow(failing(code))
  })

  it.each(vectors.criteria)('[COFF-02] vector: $name: the contract takes its id', ({ ids, tokenId, proof, order }) => {
    const root = toHex(BigInt(order.buyAsset.tokenId), { size: 32 })
    expect(isInCriteria(root, BigInt(tokenId), proof as Hex[])).toBe(true)
    expect(root).toBe(ids.length > 0 ? idTreeOf(ids.map(BigInt)).root : ANY_ID)
  })
})
