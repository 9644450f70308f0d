import {
  type Auction,
  auctionDomain,
  auctionTypedData,
  bidTypedData,
  criteriaBidTypedData,
  ORDER_TERMS,
  type Order,
  orderDomain,
  orderTypedData,
  packAuctionTerms,
  packSalt,
  privateSaleTypedData,
  withTerms,
} from '@plinth/protocol'
import fc from 'fast-check'
import { type TypedDataDefinition, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { contract, type Drawn, drawn, ME, money, place, READER, RUNS, saleOf, saltOf, work } from '../test/drawn.ts'
import { type Change, changeOf, leavesOf, put, textOf } from '../test/leaves.ts'
import type { Effect } from './effect.ts'
import { effectOf } from './effect-of.ts'

const EXCHANGE = orderDomain(31337, contract.exchange)
const AUCTIONS = auctionDomain(31337, contract.auctionExchange)

const read = (typedData: TypedDataDefinition, reader = READER): Effect => effectOf({ kind: 'signature', typedData }, reader)
const auctionOf = (d: Drawn, terms = 0n, owner = ME): Auction => ({
  owner,
  salt: withTerms(packSalt({ validUntil: d.until, validFrom: d.from, maxBuyerFeeBps: 0, sequence: d.number }), terms),
  sellAsset: work(d),
  buyAsset: money(d),
  selling: d.units,
  buying: d.amount,
  endTime: d.until - 1,
  expiredTime: d.until,
  encourage: BigInt(d.shared),
  sellerFee: BigInt(d.fee),
})

/** Typed data, and what it lets happen as the terms that it was made of say it. */
const SIGNED: Readonly<Record<string, (d: Drawn) => [TypedDataDefinition, Effect]>> = {
  'a listing': (d) => [orderTypedData(saleOf(d), EXCHANGE), listed(d)],
  'a private sale': (d) => [
    privateSaleTypedData({ order: saleOf(d, ORDER_TERMS.PRIVATE), taker: d.other }, EXCHANGE),
    { ...listed(d), taker: d.other },
  ],
  'a bid': (d) => {
    const { sellAsset, buyAsset, selling, buying, ...rest } = saleOf(d)
    const order = { ...rest, sellAsset: buyAsset, buyAsset: sellAsset, selling: buying, buying: selling }
    return [orderTypedData(order, EXCHANGE), bid(d, d.tokenId)]
  },
  'an offer for a set': (d) => [criteriaBidTypedData(offerOf(d, d.root), EXCHANGE), bid(d, { root: toHex(d.root, { size: 32 }) })],
  'an offer for a collection': (d) => [criteriaBidTypedData(offerOf(d, 0n), EXCHANGE), bid(d, 'any')],
  'an auction': (d) => [auctionTypedData(auctionOf(d), AUCTIONS), auctioned(d, 0, undefined)],
  'an auction that is extended': (d) => [
    auctionTypedData(auctionOf(d, packAuctionTerms(d)), AUCTIONS),
    auctioned(d, d.extension, { token: d.token, amount: d.buyNow }),
  ],
  'a bid at an auction': (d) => [bidTypedData(bidOf(d, 0n), AUCTIONS), lot(d)],
  'a bid at one that is extended': (d) => [bidTypedData(bidOf(d, packAuctionTerms(d)), AUCTIONS), lot(d)],
  'a bid after the account ended everything': (d) => [bidTypedData({ ...bidOf(d, 0n), epoch: d.number }, AUCTIONS), lot(d)],
  'a bid at a former auction': (d) => [bidTypedData(bidOf(d, 0n), auctionDomain(31337, place('c'))), lot(d)],
}

const offerOf = (d: Drawn, root: bigint): Order => {
  const { sellAsset, buyAsset, selling, buying, ...rest } = saleOf(d, ORDER_TERMS.CRITERIA)
  return { ...rest, sellAsset: buyAsset, buyAsset: { ...sellAsset, tokenId: root }, selling: buying, buying: selling }
}
const bidOf = (d: Drawn, terms: bigint) => ({
  auction: auctionOf(d, terms, d.other),
  bidder: ME,
  buying: d.amount,
  buyerFee: BigInt(d.most),
})
const listed = (d: Drawn): Effect => ({
  is: 'list',
  works: { collection: d.collection, ids: d.tokenId, units: d.units },
  price: { token: d.token, amount: d.amount },
  sellerFee: d.fee,
  mostRoyalty: d.most,
  taker: undefined,
  isMint: false,
  from: d.from,
  until: d.until,
})
const bid = (d: Drawn, ids: Extract<Effect, { is: 'bid' }>['works']['ids']): Effect => ({
  is: 'bid',
  works: { collection: d.collection, ids, units: d.units },
  price: { token: d.token, amount: d.amount },
  mostBuyerFee: d.most,
  from: d.from,
  until: d.until,
})
const times = (d: Drawn) => ({ startsAt: d.from, endsAt: d.until - 1, settledBy: d.until })
const auctioned = (d: Drawn, extension: number, buyNow: Extract<Effect, { is: 'auction' }>['buyNow']): Effect => ({
  is: 'auction',
  works: { collection: d.collection, ids: d.tokenId, units: d.units },
  reserve: { token: d.token, amount: d.amount },
  buyNow,
  shared: d.shared,
  sellerFee: d.fee,
  extension,
  ...times(d),
})
const lot = (d: Drawn): Effect => ({
  is: 'auctionBid',
  works: { collection: d.collection, ids: d.tokenId, units: d.units },
  price: { token: d.token, amount: d.amount },
  buyerFee: d.most,
  ...times(d),
})

/** What sentences leave to the exact data: the number and standard of an order, and terms that bind the other side alone. */
const UNSAID = /(^|\.)(salt|assetType|epoch)$|auction\.(owner|buying|encourage|sellerFee)$/
const UNSAID_OF_BIDS = /^sellerFee$/

function expectShown(name: string, d: Drawn, change: Change): void {
  const [data, effect] = (SIGNED[name] as (of: Drawn) => [TypedDataDefinition, Effect])(d)
  for (const part of ['message', 'domain'] as const)
    for (const [path, value, at] of leavesOf(data[part] as object)) {
      let shown: string | undefined
      try {
        shown = textOf(read({ ...data, [part]: at(put(value, change)) } as TypedDataDefinition))
      } catch (error) {
        expect(String(error)).toContain('ORDER_MISMATCH')
        continue
      }
      if (UNSAID.test(path) || (effect.is === 'bid' && UNSAID_OF_BIDS.test(path))) continue
      expect(shown, `${path} of ${name}`).not.toBe(textOf(effect))
    }
}

describe('effectOf a signature', () => {
  for (const [name, make] of Object.entries(SIGNED)) {
    it(`[SIGN-02] reads ${name} as it was meant, also from JSON as wallets get it`, () => {
      fc.assert(
        fc.property(drawn, (d) => {
          const [data, effect] = make(d)
          expect(read(data)).toEqual(effect)
          const json = JSON.parse(JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? value.toString() : value)))
          expect(read(json)).toEqual(effect)
        }),
        RUNS,
      )
    })

    it(`[SIGN-02] shows the least change of any field of ${name}, or refuses it`, () => {
      fc.assert(
        fc.property(drawn, (d) => expectShown(name, d, { by: 1n, isNear: true })),
        { numRuns: 5 },
      )
    })

    it(`[SIGN-02] shows any change of any field of ${name}, or refuses it`, { tags: 'more' }, () => {
      fc.assert(
        fc.property(drawn, changeOf, (d, change) => expectShown(name, d, change)),
        { numRuns: 100 },
      )
    })
  }

  const d = fc.sample(drawn, { numRuns: 1, seed: 7 })[0] as Drawn
  const [listing] = (SIGNED['a listing'] as (of: Drawn) => [TypedDataDefinition, Effect])(d)
  it.each<[string, TypedDataDefinition]>([
    ['another type', { ...listing, primaryType: 'Permit' } as TypedDataDefinition],
    ['a field more', { ...listing, message: { ...listing.message, extra: 1n } } as TypedDataDefinition],
    [
      'a type that is declared otherwise',
      { ...listing, types: { ...listing.types, Asset: [{ name: 'token', type: 'address' }] } } as unknown as TypedDataDefinition,
    ],
    ['another chain', { ...listing, domain: { ...listing.domain, chainId: 1 } } as TypedDataDefinition],
    ['another contract', { ...listing, domain: { ...listing.domain, verifyingContract: place('e') } } as TypedDataDefinition],
    ['another account', orderTypedData({ ...saleOf(d), owner: d.other }, EXCHANGE)],
    [
      'a flag that listings have not',
      { ...listing, message: { ...listing.message, salt: withTerms(saltOf(d), 4n) } } as TypedDataDefinition,
    ],
  ])('[SIGN-02] refuses %s', (_, data) => {
    expect(() => read(data)).toThrow('ORDER_MISMATCH')
  })
})
