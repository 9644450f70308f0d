import { type Address, ASSET_TYPE, type Asset, type Order, packSalt, toAddress, withTerms } from '@plinth/protocol'
import fc from 'fast-check'
import { toHex } from 'viem'
import type { Reader } from '../src/effect.ts'

export const place = (digit: string): Address => toAddress(`0x${digit.repeat(40)}`)
export const ME = place('a')
export const contract = {
  transferProxy: place('1'),
  exchange: place('2'),
  auctionExchange: place('3'),
  blindBox: place('4'),
  factory721: place('5'),
  factory1155: place('6'),
  official721: place('7'),
  official1155: place('8'),
  manyTransfers: toAddress(`0x${'12'.repeat(20)}`),
  former: [{ edition: 1, transferProxy: place('9'), exchange: place('b'), auctionExchange: place('c'), blindBox: place('d') }],
}
export const READER: Reader = { chainId: 31337, account: ME, contract }

export const RUNS = { numRuns: 60 }

const uint = (bits: number) => fc.bigInt({ min: 1n, max: (1n << BigInt(bits)) - 1n })
const someAddress = fc.bigInt({ min: 1n, max: (1n << 160n) - 1n }).map((value) => toAddress(toHex(value, { size: 20 })))
const time = fc.integer({ min: 1, max: 2 ** 40 - 1 })
const bps = fc.integer({ min: 1, max: 1_000 })
export const drawn: fc.Arbitrary<Drawn> = fc.record({
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
/** What orders and calls are made of. */
export type Drawn = Record<'collection' | 'token' | 'other', Address> &
  Record<'tokenId' | 'units' | 'amount' | 'number' | 'root' | 'buyNow', bigint> &
  Record<'from' | 'until' | 'most' | 'fee' | 'shared' | 'extension', number>

export const saltOf = ({ until, from, most, number }: Drawn) =>
  packSalt({ validUntil: until, validFrom: from, maxBuyerFeeBps: most, sequence: number })
export const work = ({ collection, tokenId }: Drawn): Asset => ({ token: collection, tokenId, assetType: ASSET_TYPE.ERC1155 })
export const money = ({ token }: Drawn): Asset => ({ token, tokenId: 0n, assetType: ASSET_TYPE.ERC20 })
export const saleOf = (d: Drawn, terms = 0n): Order => ({
  owner: ME,
  salt: withTerms(saltOf(d), terms),
  sellAsset: work(d),
  buyAsset: money(d),
  selling: d.units,
  buying: d.amount,
  sellerFee: BigInt(d.fee),
})
