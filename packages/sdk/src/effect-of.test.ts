import {
  type Address,
  ASSET_TYPE,
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
  toAddress,
  withTerms,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import fc from 'fast-check'
import { encodeFunctionData, type Hex, parseAbi, type TypedDataDefinition, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Effect, Reader } from './effect.ts'
import { effectOf } from './effect-of.ts'
import { readCall } from './read-call.ts'

const place = (digit: string): Address => toAddress(`0x${digit.repeat(40)}`)
const ME = place('a')
const contract = {
  transferProxy: place('1'),
  exchange: place('2'),
  auctionExchange: place('3'),
  blindBox: place('4'),
  factory721: place('5'),
  factory1155: place('6'),
  official721: place('7'),
  official1155: place('8'),
  former: [{ edition: 1, transferProxy: place('9'), exchange: place('b'), auctionExchange: place('c'), blindBox: place('d') }],
}
const READER: Reader = { chainId: 31337, account: ME, contract }
const EXCHANGE = orderDomain(31337, contract.exchange)
const AUCTIONS = auctionDomain(31337, contract.auctionExchange)

const read = (typedData: TypedDataDefinition, reader = READER): Effect => effectOf({ kind: 'signature', typedData }, reader)
const RUNS = { numRuns: 60 }

const uint = (bits: number) => fc.bigInt({ min: 1n, max: (1n << BigInt(bits)) - 1n })
const someAddress = fc.bigInt({ min: 1n, max: (1n << 160n) - 1n }).map((value) => toAddress(toHex(value, { size: 20 })))
const time = fc.integer({ min: 1, max: 2 ** 40 - 1 })
const bps = fc.integer({ min: 1, max: 1_000 })
const drawn = fc.record({
  collection: someAddress,
  token: someAddress,
  tokenId: uint(256),
  units: uint(64),
  amount: uint(200),
  from: time,
  until: time,
  most: bps,
  fee: bps,
  shared: bps,
  number: uint(64),
  other: someAddress,
  root: uint(256),
  extension: fc.constantFrom(300, 600, 900),
  buyNow: uint(88),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

const saltOf = ({ until, from, most, number }: Drawn) =>
  packSalt({ validUntil: until, validFrom: from, maxBuyerFeeBps: most, sequence: number })
const work = ({ collection, tokenId }: Drawn) => ({ token: collection, tokenId, assetType: ASSET_TYPE.ERC1155 })
const money = ({ token }: Drawn) => ({ token, tokenId: 0n, assetType: ASSET_TYPE.ERC20 })
const saleOf = (d: Drawn, terms = 0n): Order => ({
  owner: ME,
  salt: withTerms(saltOf(d), terms),
  sellAsset: work(d),
  buyAsset: money(d),
  selling: d.units,
  buying: d.amount,
  sellerFee: BigInt(d.fee),
})
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

/** The path of each value inside, the value, and a function that puts another in its place. */
function* leavesOf(
  value: object,
  put = (next: unknown): unknown => next,
  path = '',
): Generator<[string, unknown, (next: unknown) => unknown]> {
  for (const [key, inner] of Object.entries(value)) {
    const here = (next: unknown) => put({ ...value, [key]: next })
    if (typeof inner === 'object' && inner !== null) yield* leavesOf(inner, here, `${path}${key}.`)
    else yield [path + key, inner, here]
  }
}

/** What sentences leave to the exact data: the number and standard of an order, and terms that bind the other side alone. */
const UNSAID = /(^|\.)(salt|assetType|epoch)$|auction\.(owner|buying|encourage|sellerFee)$/
const UNSAID_OF_BIDS = /^sellerFee$/

const another = (value: unknown): unknown =>
  typeof value === 'bigint'
    ? value + 1n
    : typeof value === 'number'
      ? value + 1
      : `${String(value).slice(0, -1)}${String(value).endsWith('e') ? '7' : 'e'}`

const textOf = (effect: Effect): string => JSON.stringify(effect, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))

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

    it(`[SIGN-02] shows a change of any field of ${name}, or refuses it`, () => {
      fc.assert(
        fc.property(drawn, (d) => {
          const [data, effect] = make(d)
          for (const part of ['message', 'domain'] as const)
            for (const [path, value, put] of leavesOf(data[part] as object)) {
              const changed = { ...data, [part]: put(another(value)) } as TypedDataDefinition
              let shown: string | undefined
              try {
                shown = textOf(read(changed))
              } catch (error) {
                expect(String(error)).toContain('ORDER_MISMATCH')
                continue
              }
              if (UNSAID.test(path) || (effect.is === 'bid' && UNSAID_OF_BIDS.test(path))) continue
              expect(shown, `${path} of ${name}`).not.toBe(textOf(effect))
            }
        }),
        { numRuns: 5 },
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

const NONE = { v: 0, r: toHex(0, { size: 32 }), s: toHex(0, { size: 32 }) } as const
/** The forms of the contracts as a reader of their source writes them. */
const ABI = parseAbi([
  'struct Asset { address token; uint256 tokenId; uint8 assetType; }',
  'struct Key { address owner; uint256 salt; Asset sellAsset; Asset buyAsset; }',
  'struct Order { Key key; uint256 selling; uint256 buying; uint256 sellerFee; }',
  'struct Sig { uint8 v; bytes32 r; bytes32 s; }',
  'function exchange(Order order, Sig sig, uint256 buyerFee, Sig buyerFeeSig, uint256 amount, address buyer) payable',
  'function acceptBid(Order order, Sig sig, uint256 buyerFee, Sig buyerFeeSig, uint256 amount, address receiver, uint256 leastProceeds)',
  'function cancel(Key key)',
  'function approve(address spender, uint256 value)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'function burn(uint256 id)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function addSigner(address account)',
  'function open(bytes32 id, uint256 boxes) payable',
  'function transfer(address to, uint256 value)',
])
const keyOf = ({ owner, salt, sellAsset, buyAsset }: Order) => ({ owner, salt, sellAsset, buyAsset })

type Sent = { readonly to: Address; readonly data: Hex; readonly value: bigint }
const CALLS: Readonly<Record<string, (d: Drawn) => [Sent, Effect]>> = {
  'a purchase': (d) => {
    const order = saleOf({ ...d, amount: d.units * 1_000n })
    const bought = d.units
    const args = [
      { key: keyOf(order), selling: order.selling, buying: order.buying, sellerFee: 1n },
      NONE,
      BigInt(d.most),
      NONE,
      bought,
      ZERO_ADDRESS,
    ] as const
    const price = d.units * 1_000n
    const pays = { token: d.token, amount: price + (price * BigInt(d.most)) / 10_000n }
    const works = { collection: d.collection, ids: d.tokenId, units: bought }
    return [
      { to: contract.exchange, data: encodeFunctionData({ abi: ABI, functionName: 'exchange', args }), value: 0n },
      { is: 'buy', works, pays, to: undefined },
    ]
  },
  'a sale to a bid': (d) => {
    const key = { owner: d.other, salt: d.number, sellAsset: money(d), buyAsset: work(d) }
    const args = [{ key, selling: d.units * 7n, buying: d.units, sellerFee: 1n }, NONE, 0n, NONE, 7n, ZERO_ADDRESS, 5n] as const
    const works = { collection: d.collection, ids: d.tokenId, units: 1n }
    const [price, receives] = [7n, 5n].map((amount) => ({ token: d.token, amount }))
    const data = encodeFunctionData({ abi: ABI, functionName: 'acceptBid', args })
    return [
      { to: contract.exchange, data, value: 0n },
      { is: 'sell', works, price: price as never, receives: receives as never, to: undefined },
    ]
  },
  'the end of a listing': (d) => [
    { to: contract.exchange, data: encodeFunctionData({ abi: ABI, functionName: 'cancel', args: [keyOf(saleOf(d))] }), value: 0n },
    { is: 'cancel', of: 'listing', works: { collection: d.collection, ids: d.tokenId, units: 0n } },
  ],
  'an allowance': (d) => [
    { to: d.token, data: encodeFunctionData({ abi: ABI, functionName: 'approve', args: [d.other, d.amount] }), value: 0n },
    { is: 'allow', token: d.token, spender: d.other, amount: d.amount },
  ],
  'an allowance without end': (d) => [
    { to: d.token, data: encodeFunctionData({ abi: ABI, functionName: 'approve', args: [d.other, 2n ** 256n - 1n] }), value: 0n },
    { is: 'allow', token: d.token, spender: d.other, amount: 'unlimited' },
  ],
  'an approval of a collection': (d) => [
    { to: d.collection, data: encodeFunctionData({ abi: ABI, functionName: 'setApprovalForAll', args: [d.other, true] }), value: 0n },
    { is: 'approve', collection: d.collection, operator: d.other, isApproved: true },
  ],
  'a transfer': (d) => [
    {
      to: d.collection,
      data: encodeFunctionData({ abi: ABI, functionName: 'safeTransferFrom', args: [ME, d.other, d.tokenId, d.units, '0x'] }),
      value: 0n,
    },
    { is: 'transfer', works: { collection: d.collection, ids: d.tokenId, units: d.units }, to: d.other },
  ],
  'a burn': (d) => [
    { to: d.collection, data: encodeFunctionData({ abi: ABI, functionName: 'burn', args: [d.tokenId] }), value: 0n },
    { is: 'burn', works: { collection: d.collection, ids: d.tokenId, units: 1n } },
  ],
  'a deposit': (d) => [
    { to: d.token, data: encodeFunctionData({ abi: ABI, functionName: 'deposit' }), value: d.amount },
    { is: 'wrap', token: d.token, amount: d.amount },
  ],
  'a withdrawal': (d) => [
    { to: d.token, data: encodeFunctionData({ abi: ABI, functionName: 'withdraw', args: [d.amount] }), value: 0n },
    { is: 'unwrap', token: d.token, amount: d.amount },
  ],
  'a signer': (d) => [
    { to: d.collection, data: encodeFunctionData({ abi: ABI, functionName: 'addSigner', args: [d.other] }), value: 0n },
    { is: 'addSigner', collection: d.collection, signer: d.other },
  ],
  'boxes that are opened': (d) => [
    {
      to: contract.blindBox,
      data: encodeFunctionData({ abi: ABI, functionName: 'open', args: [toHex(d.root, { size: 32 }), d.units] }),
      value: d.amount,
    },
    { is: 'openBoxes', box: toHex(d.root, { size: 32 }), boxes: d.units, pays: d.amount },
  ],
}

describe('readCall', () => {
  it.each(Object.entries(CALLS))('[SIGN-02] reads %s as it was meant, and refuses it with other coin', (_, make) => {
    fc.assert(
      fc.property(drawn, (d) => {
        const [call, effect] = make(d)
        expect(readCall(call, READER)).toEqual(effect)
        if (effect.is !== 'wrap' && effect.is !== 'openBoxes')
          expect(() => readCall({ ...call, value: call.value + 1n }, READER)).toThrow('ORDER_MISMATCH')
      }),
      RUNS,
    )
  })

  it.each<[string, Sent]>([
    ['an unknown call', { to: place('e'), data: '0xdeadbeef', value: 0n }],
    ['coin that is sent to somebody', { to: place('e'), data: '0x', value: 1n }],
    [
      'tokens that are sent to somebody',
      { to: place('e'), data: encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [ME, 1n] }), value: 0n },
    ],
    [
      'a transfer of what another account holds',
      {
        to: place('e'),
        data: encodeFunctionData({ abi: ABI, functionName: 'safeTransferFrom', args: [place('b'), ME, 1n, 1n, '0x'] }),
        value: 0n,
      },
    ],
    [
      'an order that is sent to another contract than the exchange',
      {
        to: place('e'),
        data: encodeFunctionData({ abi: ABI, functionName: 'cancel', args: [keyOf(saleOf(fc.sample(drawn, 1)[0] as Drawn))] }),
        value: 0n,
      },
    ],
  ])('[SIGN-02] refuses %s', (_, call) => {
    expect(() => readCall(call, READER)).toThrow('ORDER_MISMATCH')
  })
})
