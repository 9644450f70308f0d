import { describe, expect, it } from 'vitest'
import { toAddress } from './address.ts'
import { coin, erc20, erc721 } from './assets.ts'
import { orderDigest, orderDomain } from './order-signing.ts'
import type { Order } from './orders.ts'
import { privateSaleDigest, privateSaleStructHash } from './private-sales.ts'
import { ORDER_TERMS, packSalt, withTerms } from './salts.ts'

const ALICE = toAddress(`0x${'0a'.repeat(20)}`)
const BOB = toAddress(`0x${'0b'.repeat(20)}`)
const NFT = toAddress(`0x${'11'.repeat(20)}`)
const domain = orderDomain(31337, NFT)
const PLAIN = packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: 0, sequence: 4n })
const saleOf = (parts: Partial<Order> = {}): Order => ({
  owner: ALICE,
  salt: withTerms(PLAIN, ORDER_TERMS.PRIVATE),
  sellAsset: erc721(NFT, 1n),
  buyAsset: coin(),
  selling: 1n,
  buying: 100n,
  sellerFee: 250n,
  ...parts,
})

describe('a private sale', () => {
  it('[PRIV-03] is signed as a type of its own that names its taker', () => {
    const order = saleOf()
    expect(privateSaleDigest({ order, taker: BOB }, domain)).not.toBe(orderDigest(order, domain))
    expect(privateSaleStructHash({ order, taker: BOB })).not.toBe(privateSaleStructHash({ order, taker: ALICE }))
  })

  it.each([
    ['the salt of another kind', saleOf({ salt: PLAIN }), 'BAD_TERMS'],
    ['a bid', saleOf({ sellAsset: erc20(NFT), buyAsset: erc721(NFT, 1n) }), 'BAD_SIDES'],
  ])('refuses %s', (_, order, code) => {
    expect(() => privateSaleDigest({ order, taker: BOB }, domain)).toThrow(expect.objectContaining({ code }))
  })
})
