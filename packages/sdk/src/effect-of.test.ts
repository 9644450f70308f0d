import {
  ASSET_TYPE,
  type Auction,
  auctionDomain,
  auctionTypedData,
  bidTypedData,
  bulkDigest,
  bulkTypedData,
  criteriaBidTypedData,
  ORDER_TERMS,
  type Order,
  orderDomain,
  orderTypedData,
  packAuctionTerms,
  packSalt,
  privateSaleTypedData,
  withTerms,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import fc from 'fast-check'
import { hashTypedData, type TypedDataDefinition, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { contract, type Drawn, drawn, ME, money, place, READER, RUNS, saleOf, saltOf, work } from '../test/drawn.ts'
import { type Change, changeOf, leavesOf, put, textOf } from '../test/leaves.ts'
import type { Effect, Listing } from './effect.ts'
import { effectOf } from './effect-of.ts'
import { endsOf, sumsOf } from './effect-sums.ts'

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
  'a tree of listings': (d) => [
    bulkTypedData(salesOf(d), EXCHANGE),
    { is: 'listMany', sales: salesOf(d).map(({ sellAsset, buying }) => ({ ...listed(d), ...pieceOf(d, sellAsset.tokenId, buying) })) },
  ],
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

/** Three sales, and a leaf that is none. */
const salesOf = (d: Drawn): Order[] =>
  [0n, 1n, 2n].map((at) => {
    const sale = saleOf({ ...d, number: d.number ^ at })
    return { ...sale, sellAsset: { ...sale.sellAsset, tokenId: d.tokenId ^ at }, buying: sale.buying + at }
  })
const pieceOf = (d: Drawn, ids: bigint, amount: bigint) => ({
  works: { collection: d.collection, ids, units: d.units },
  price: { token: d.token, amount },
})

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
const listed = (d: Drawn): Listing => ({
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

/** Fills a tree. */
const NOBODYS: Order = {
  owner: ZERO_ADDRESS,
  salt: 0n,
  sellAsset: { token: ZERO_ADDRESS, tokenId: 0n, assetType: ASSET_TYPE.COIN },
  buyAsset: { token: ZERO_ADDRESS, tokenId: 0n, assetType: ASSET_TYPE.COIN },
  selling: 0n,
  buying: 0n,
  sellerFee: 0n,
}

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
  const tree = bulkTypedData(salesOf(d), EXCHANGE)
  const declaredAs = (type: string) =>
    ({ ...tree, types: { ...tree.types, BulkOrder: [{ name: 'tree', type }] } }) as unknown as TypedDataDefinition
  const minting = (order: Order): Order => ({ ...order, sellAsset: { ...order.sellAsset, assetType: ASSET_TYPE.MINTED } })
  const treeWith = (last: Order) => bulkTypedData([...salesOf(d), last], EXCHANGE)
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
    ['an order of nobody’s among a tree’s', treeWith({ ...NOBODYS, owner: d.other })],
    ['an order that fills a tree and asks for money', treeWith({ ...NOBODYS, buying: 1n })],
    ['a bid in a tree', bulkTypedData([saleOf(d), { ...saleOf(d), sellAsset: money(d), buyAsset: work(d) }], EXCHANGE)],
    ['a tree with one order twice', bulkTypedData([saleOf(d), saleOf(d)], EXCHANGE)],
    ['a tree that is higher than its orders', bulkTypedData([...salesOf(d), NOBODYS, NOBODYS], EXCHANGE)],
    ['a tree of items that their sales mint', bulkTypedData(salesOf(d).map(minting), EXCHANGE)],
    ['a tree that is declared with a level more', declaredAs('Order[2][2][2]')],
    ['a tree that is declared as a list', declaredAs('Order[]')],
    ['a tree with a field beside it', { ...tree, message: { ...tree.message, extra: 1n } } as TypedDataDefinition],
  ])('[SIGN-02] refuses %s', (_, data) => {
    expect(() => read(data)).toThrow('ORDER_MISMATCH')
  })

  it.each([2, 5, 1_000])('[SIGN-02] shows each of a tree of %d, which alone make what is signed', { timeout: 20_000 }, (count) => {
    const orders = Array.from({ length: count }, (_, at) => saleOf({ ...d, number: BigInt(at), tokenId: BigInt(at) }))
    const effect = read(bulkTypedData(orders, EXCHANGE)) as Extract<Effect, { is: 'listMany' }>
    expect(effect.sales.map(({ works }) => works.ids)).toEqual(orders.map(({ sellAsset }) => sellAsset.tokenId))
    if (count < 9) expect(hashTypedData(bulkTypedData(orders, EXCHANGE))).toBe(bulkDigest(orders, EXCHANGE))
    const total = d.amount * BigInt(count)
    const sum = { token: d.token, listings: count, units: d.units * BigInt(count), total, lowest: d.amount / d.units }
    expect(sumsOf(effect.sales)).toEqual([sum])
    expect(endsOf(effect.sales)).toEqual({ first: d.until, last: d.until })
  })
})
