import type { Hex } from 'viem'
import { pad, toHex } from 'viem'
import type { ModelAuction, ModelSettlement } from './auction-model.ts'
import type { ModelAsset } from './exchange-model.ts'
import type { Cast, Random } from './random-fills.ts'

const LATER = 1_000_000n
const ZERO: Hex = `0x${'00'.repeat(20)}`

/** A settlement that mostly could pass, with one thing wrong in about every third. */
export function randomSettlement(random: Random, cast: Cast): ModelSettlement {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const auction = randomAuction(random, cast)
  const bidder = pick([...cast.takers, ...cast.makers].filter((account) => account !== auction.owner))
  const settlement: ModelSettlement = {
    auction,
    proof: pick(['typed', 'typed', 'personal'] as const),
    bidder,
    total: auction.buying + BigInt(random(pick([1, 50, 100_000]))),
    buyerFee: BigInt(random(1001)),
    bidProof: pick(['typed', 'typed', 'personal'] as const),
    recipients: randomRecipients(random, cast, [bidder, auction.owner]),
    word: 'operator',
    caller: pick([bidder, auction.owner]),
    value: 0n,
    least: undefined,
  }
  if (random(3) === 0) settlement.caller = pick(cast.outsiders)
  const isParty = settlement.caller === bidder || settlement.caller === auction.owner
  if (!isParty || random(2) === 0) settlement.least = (settlement.total * BigInt(random(9))) / 10n
  if (random(3) === 0) pick(SPOILINGS)(settlement, cast, random)
  return settlement
}

function randomAuction(random: Random, cast: Cast): ModelAuction {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const isSingle = random(4) === 0
  const sell: ModelAsset = isSingle
    ? { token: cast.items, tokenId: pick(cast.itemIds), assetType: pick([3, 4]) }
    : { token: cast.editions, tokenId: pick(cast.editionIds), assetType: 2 }
  const endTime = cast.now - BigInt(random(1000))
  const start = random(3) === 0 ? 0n : endTime - BigInt(random(5000))
  const expiredTime = cast.now + LATER
  return {
    owner: pick(cast.makers),
    salt: saltOf(start, expiredTime, BigInt(random(cast.numbers))),
    sell,
    buy: { token: pick(cast.moneys.slice(1)), tokenId: 0n, assetType: 1 },
    selling: isSingle ? 1n : BigInt(1 + random(12)),
    buying: BigInt(1 + random(pick([3, 50, 100_000, 2 ** 31]))),
    endTime,
    expiredTime,
    encourage: pick([0n, 10_000n, BigInt(random(10_001)), BigInt(random(1_000))]),
    sellerFee: BigInt(random(1001)),
  }
}

const saltOf = (start: bigint, expired: bigint, number: bigint) => (expired << 216n) | (start << 176n) | number

function randomRecipients(random: Random, { outsiders, makers, takers }: Cast, without: readonly Hex[]): Hex[] {
  const fresh = Array.from({ length: 4 }, (_, index) => pad(toHex(0x1000 + index), { size: 20 }))
  const all = [...outsiders, ...makers, ...takers, ...fresh].filter((account) => !without.includes(account))
  return all.filter(() => random(3) === 0).sort()
}

type Spoiling = (settlement: ModelSettlement, cast: Cast, random: Random) => void

const SPOILINGS: readonly Spoiling[] = [
  (s) => Object.assign(s, { proof: 'foreign' }),
  (s) => Object.assign(s, { proof: 'highS' }),
  (s) => Object.assign(s, { proof: 'none' }),
  (s) => Object.assign(s, { bidProof: 'foreign' }),
  (s) => Object.assign(s, { bidProof: 'highS' }),
  (s) => Object.assign(s, { bidProof: 'none' }),
  (s) => Object.assign(s, { word: 'foreign' }),
  (s) => Object.assign(s, { word: 'personal' }),
  // The form with least proceeds takes no coin at all.
  (s) => Object.assign(s, { value: 1n, least: undefined }),
  (s, { outsiders }) => Object.assign(s, { caller: outsiders[0], least: undefined }),
  (s) => Object.assign(s, { bidder: s.auction.owner, caller: s.auction.owner }),
  (s) => Object.assign(s, { total: s.auction.buying - 1n }),
  (s) => Object.assign(s, { buyerFee: 1_001n }),
  (s) => Object.assign(s.auction, { sellerFee: 1_001n }),
  (s) => Object.assign(s.auction, { encourage: 10_001n }),
  (s) => Object.assign(s.auction, { selling: 0n }),
  (s) => Object.assign(s.auction, { sell: { ...s.auction.sell, assetType: 3 }, selling: 2n }),
  (s, { editions }) => Object.assign(s.auction, { selling: 10n ** 12n, sell: { token: editions, tokenId: 1n, assetType: 2 } }),
  (s) => Object.assign(s.auction, { buying: 0n }),
  (s, _, random) => Object.assign(s.auction.sell, { assetType: [0, 1, 5, 6][random(4)] }),
  (s, _, random) => Object.assign(s.auction.buy, { assetType: [0, 2, 3, 5][random(4)] }),
  (s) => Object.assign(s.auction.buy, { token: ZERO }),
  (s) => Object.assign(s.auction.buy, { token: s.auction.sell.token }),
  (s) => Object.assign(s.auction.buy, { tokenId: 1n }),
  (s) => Object.assign(s.auction, { salt: s.auction.salt ^ (1n << 216n) }),
  (s) => Object.assign(s.auction, { salt: saltOf(s.auction.endTime + 1n, s.auction.expiredTime, 1n) }),
  (s, { now }) => Object.assign(s.auction, { endTime: now + LATER / 2n }),
  (s, { now }) => Object.assign(s.auction, { expiredTime: now - 1n, salt: saltOf(0n, now - 1n, 1n) }),
  (s) => Object.assign(s, { recipients: [...s.recipients, s.bidder].sort() }),
  (s) => Object.assign(s, { recipients: [...s.recipients, s.auction.owner].sort() }),
  (s, { outsiders }) => Object.assign(s, { recipients: [outsiders[0], outsiders[0]] }),
  (s) => Object.assign(s, { recipients: [ZERO, ...s.recipients] }),
  (s) => Object.assign(s, { recipients: Array.from({ length: 201 }, (_, index) => pad(toHex(0x2000 + index), { size: 20 })) }),
  (s) => Object.assign(s.auction, { buying: 10n ** 18n, encourage: 0n }) && Object.assign(s, { total: 10n ** 18n }),
]
