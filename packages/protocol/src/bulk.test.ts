import { concat, type Hex, keccak256, size, slice, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/kinds.json' with { type: 'json' }
import { toAddress } from './address.ts'
import { coin, erc721 } from './assets.ts'
import {
  BULK_MAGIC,
  bulkDigest,
  bulkDigestOf,
  bulkHeightOf,
  bulkSignatureOf,
  bulkSignatures,
  bulkTypedData,
  isBulkSignature,
  MOST_BULK_ORDERS,
  openBulkSignature,
} from './bulk.ts'
import { orderDigest, orderDomain, orderStructHash } from './order-signing.ts'
import type { Order } from './orders.ts'
import { packSalt } from './salts.ts'

const account = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const domain = orderDomain(31337, toAddress(`0x${'44'.repeat(20)}`))
const saleOf = (at: number): Order => ({
  owner: toAddress(account.address),
  salt: packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: 0, sequence: BigInt(at) }),
  sellAsset: erc721(toAddress(`0x${'11'.repeat(20)}`), BigInt(at)),
  buyAsset: coin(),
  selling: 1n,
  buying: 100n + BigInt(at),
  sellerFee: 250n,
})
const salesOf = (count: number) => Array.from({ length: count }, (_, at) => saleOf(at))

/** The root that the bytes of one order give, computed as in the contract. */
function rootBy(bytes: Hex, order: Order): Hex {
  const end = size(bytes)
  const [height, index] = [Number(slice(bytes, end - 33, end - 32)), Number(slice(bytes, end - 35, end - 33))]
  let node = orderStructHash(order)
  for (let level = 0; level < height; level++) {
    const from = end - 35 - 32 * (height - level)
    const beside = slice(bytes, from, from + 32)
    node = keccak256((index >> level) & 1 ? concat([beside, node]) : concat([node, beside]))
  }
  return node
}

describe('one signature for many orders', () => {
  it.each([2, 3, 4, 5, 1_000])('[BULK-02] leads from each of %d to one root', async (count) => {
    const orders = salesOf(count)
    const signature = await account.signTypedData(bulkTypedData(orders, domain))
    const all = bulkSignatures(signature, orders)
    expect(all).toHaveLength(count)
    expect(new Set(all.map((bytes, at) => rootBy(bytes, saleOf(at)))).size).toBe(1)
    expect(all.every((bytes) => bytes.startsWith(signature) && isBulkSignature(bytes))).toBe(true)
  })

  it.each([2, 3, 40])('[BULK-02] of each of %d is read back, and gives the digest that was signed', async (count) => {
    const orders = salesOf(count)
    const digest = bulkDigest(orders, domain)
    const signature = await account.signTypedData(bulkTypedData(orders, domain))
    const all = bulkSignatures(signature, orders)
    for (const at of [0, 1, count - 1]) {
      const opened = openBulkSignature(all[at] ?? '0x')
      expect(opened).toMatchObject({ signature, index: at })
      expect(bulkDigestOf(saleOf(at), opened, domain)).toBe(digest)
      expect(bulkDigestOf(saleOf(at + 1), opened, domain)).not.toBe(digest)
      expect(bulkSignatureOf(signature, opened)).toBe(all[at])
    }
  })

  it('[BULK-03] has 1 to 10 levels, and an index inside of its tree', () => {
    const level = '00'.repeat(32)
    const bad = (proof: Hex, index: number) => () => bulkSignatureOf('0x', { proof, index })
    for (const refused of [
      bad('0x', 0),
      bad(`0x${level}00`, 0),
      bad(`0x${level.repeat(11)}`, 0),
      bad(`0x${level}`, 2),
      bad(`0x${level}`, -1),
    ])
      expect(refused).toThrow(expect.objectContaining({ code: 'BAD_BULK' }))
    const tail = (index: string, height: string) => `${index}${height}${BULK_MAGIC.slice(2)}`
    for (const bytes of [
      '0x',
      `0x${level}`,
      `0x${tail('0000', '00')}`,
      `0x${level}${tail('0000', '02')}`,
      `0x${level}${tail('0002', '01')}`,
    ])
      expect(() => openBulkSignature(bytes as Hex)).toThrow(expect.objectContaining({ code: 'BAD_BULK' }))
    expect(openBulkSignature(`0x${level}${tail('0001', '01')}`)).toEqual({ signature: '0x', index: 1, proof: `0x${level}` })
  })

  it('[BULK-02] is for 2 to 1,024 orders, in 1 to 10 levels', () => {
    expect([2, 3, 4, 5, 512, 513, MOST_BULK_ORDERS].map(bulkHeightOf)).toEqual([1, 2, 2, 3, 9, 10, 10])
    for (const count of [0, 1, MOST_BULK_ORDERS + 1])
      expect(() => bulkTypedData(salesOf(count), domain)).toThrow(expect.objectContaining({ code: 'BAD_BULK' }))
  })

  it('[BULK-03] is recognized by its end alone', () => {
    expect(BULK_MAGIC).toBe(keccak256(stringToHex('Plinth bulk signature')))
    expect(isBulkSignature(`0x${'ab'.repeat(260)}`)).toBe(false)
    expect(isBulkSignature(BULK_MAGIC)).toBe(false)
    expect(isBulkSignature('0x')).toBe(false)
  })

  it('[BULK-03] is no order’s, and no order’s is its own', () => {
    const orders = salesOf(2)
    expect(bulkDigest(orders, domain)).not.toBe(orderDigest(saleOf(0), domain))
    expect(bulkDigest(orders, domain)).not.toBe(bulkDigest(orders, { ...domain, chainId: 31338 }))
    expect(bulkDigest(orders, domain)).not.toBe(bulkDigest(orders.toReversed(), domain))
  })

  it.each(vectors.bulk)('vector: the contract goes the same way', ({ signatures, leaves }) => {
    expect(signatures).toHaveLength(leaves.length)
    expect(signatures.every((bytes) => isBulkSignature(bytes as Hex))).toBe(true)
  })
})
