import fc from 'fast-check'
import { concat, encodeAbiParameters, type Hex, keccak256, parseAbiParameters, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/auctions.json' with { type: 'json' }
import { type Address, toAddress, ZERO_ADDRESS } from './address.ts'
import type { Asset } from './assets.ts'
import {
  type Auction,
  type AuctionBid,
  type AuctionPayment,
  type AuctionSettlement,
  auctionBreakdown,
  auctionDigest,
  auctionDomain,
  auctionStructHash,
  auctionTermsOf,
  bidDigest,
  dividendRecipients,
  openSettlementDigest,
  packAuctionTerms,
  settlementDigest,
  toAuctionOrder,
} from './auctions.ts'
import { ASSET_TYPE, isCode } from './codes.ts'
import { documentedText } from './order-signing.ts'
import { packSalt, withTerms } from './salts.ts'
import { parseSignature, recoverSigner, recoverTextSigner } from './signatures.ts'

type Vector = (typeof vectors.cases)[number]

function assetOf(asset: { token: string; tokenId: string; assetType: string }): Asset {
  const assetType = Number(asset.assetType)
  if (!isCode(ASSET_TYPE, assetType)) throw new Error(`asset type ${assetType}`)
  return { token: toAddress(asset.token), tokenId: BigInt(asset.tokenId), assetType }
}

const auctionOf = ({ auction }: Vector): Auction => ({
  owner: toAddress(auction.owner),
  salt: BigInt(auction.salt),
  sellAsset: assetOf(auction.sellAsset),
  buyAsset: assetOf(auction.buyAsset),
  selling: BigInt(auction.selling),
  buying: BigInt(auction.buying),
  endTime: Number(auction.endTime),
  expiredTime: Number(auction.expiredTime),
  encourage: BigInt(auction.encourage),
  sellerFee: BigInt(auction.sellerFee),
})
const bidOf = (vector: Vector): AuctionBid => ({
  auction: auctionOf(vector),
  bidder: toAddress(vector.bidder),
  buying: BigInt(vector.buying),
  buyerFee: BigInt(vector.buyerFee),
})
const settlementOf = (vector: Vector): AuctionSettlement => ({
  bid: bidOf(vector),
  recipients: vector.recipients.map(toAddress),
  feeEpoch: BigInt(vector.feeEpoch),
})
const domainOf = (vector: Vector) => auctionDomain(Number(vector.chainId), toAddress(vector.auctionExchange))

/** EIP-712 written out by hand from the type strings of `Auctions.sol`, to check the library's result. */
const hashText = (text: string) => keccak256(stringToHex(text))
const ASSET_TEXT = 'Asset(address token,uint256 tokenId,uint8 assetType)'
const AUCTION_TEXT =
  'Auction(address owner,uint256 salt,uint256 startTime,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 endTime,uint256 expiredTime,uint256 encourage,uint256 sellerFee)'
const BID_TEXT = `Bid(Auction auction,address bidder,uint256 buying,uint256 buyerFee)${ASSET_TEXT}${AUCTION_TEXT}`

const DOMAIN_TEXT = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

function bidDigestByHand(vector: Vector): Hex {
  const words = parseAbiParameters('bytes32, bytes32, address, uint256, uint256')
  const { auction, bidder, buying, buyerFee } = bidOf(vector)
  const struct = keccak256(encodeAbiParameters(words, [hashText(BID_TEXT), auctionHashByHand(auction, vector), bidder, buying, buyerFee]))
  return keccak256(concat(['0x1901', separatorByHand(vector), struct]))
}

function separatorByHand(vector: Vector): Hex {
  const words = parseAbiParameters('bytes32, bytes32, bytes32, uint256, address')
  const names = [hashText(DOMAIN_TEXT), hashText('Plinth Auction'), hashText('1')] as const
  return keccak256(encodeAbiParameters(words, [...names, BigInt(vector.chainId), toAddress(vector.auctionExchange)]))
}

function assetHash({ token, tokenId, assetType }: Asset): Hex {
  const words = parseAbiParameters('bytes32, address, uint256, uint8')
  return keccak256(encodeAbiParameters(words, [hashText(ASSET_TEXT), token, tokenId, assetType]))
}

function auctionHashByHand(auction: Auction, vector: Vector): Hex {
  const words = parseAbiParameters(
    'bytes32, address, uint256, uint256, bytes32, bytes32, uint256, uint256, uint256, uint256, uint256, uint256',
  )
  return keccak256(
    encodeAbiParameters(words, [
      hashText(AUCTION_TEXT + ASSET_TEXT),
      auction.owner,
      auction.salt,
      BigInt(vector.startTime),
      assetHash(auction.sellAsset),
      assetHash(auction.buyAsset),
      auction.selling,
      auction.buying,
      BigInt(auction.endTime),
      BigInt(auction.expiredTime),
      auction.encourage,
      auction.sellerFee,
    ]),
  )
}

describe.each(vectors.cases)('vector: $name', (vector) => {
  it('gives the struct hash, by library and by hand', () => {
    expect(auctionStructHash(auctionOf(vector))).toBe(vector.structHash)
    expect(auctionHashByHand(auctionOf(vector), vector)).toBe(vector.structHash)
  })

  it('is signed by its owner, as typed data and in the documented form', async () => {
    const digest = auctionDigest(auctionOf(vector), domainOf(vector))
    expect(digest).toBe(vector.digest)
    expect(documentedText(digest)).toBe(vector.text64)
    expect(await recoverSigner(digest, parseSignature(vector.signature))).toBe(vector.auction.owner)
    expect(await recoverTextSigner(vector.text64, parseSignature(vector.personalSignature))).toBe(vector.auction.owner)
  })

  it('is bid on by a bidder who signs total and fee', async () => {
    const digest = bidDigest(bidOf(vector), domainOf(vector))
    expect(digest).toBe(vector.bidDigest)
    expect(bidDigestByHand(vector)).toBe(vector.bidDigest)
    expect(await recoverSigner(digest, parseSignature(vector.bidSignature))).toBe(vector.bidder)
  })

  it('[AUC-45] is settled by a fee signer who names who shares', async () => {
    const digest = settlementDigest(settlementOf(vector), domainOf(vector))
    expect(digest).toBe(vector.settlementDigest)
    expect(await recoverSigner(digest, parseSignature(vector.settlementSignature))).toBe('0x5050a4f4b3f9338c3472dcc01a87c76a144b3c9c')
  })

  it('[SNIPE-03] is also settled by any caller with a least that the fee signer names', async () => {
    const digest = openSettlementDigest({ ...settlementOf(vector), leastProceeds: BigInt(vector.leastProceeds) }, domainOf(vector))
    expect(digest).toBe(vector.openSettlementDigest)
    expect(await recoverSigner(digest, parseSignature(vector.openSettlementSignature))).toBe('0x5050a4f4b3f9338c3472dcc01a87c76a144b3c9c')
  })
})

describe('the digests', () => {
  const [vector] = vectors.cases
  if (!vector) throw new Error('no vector')
  const bid = bidOf(vector)
  const domain = domainOf(vector)
  const settlement: AuctionSettlement = { bid, recipients: [], feeEpoch: 0n }

  it.each<[string, Partial<AuctionBid>]>([
    ['bidder', { bidder: ZERO_ADDRESS }],
    ['total', { buying: bid.buying + 1n }],
    ['buyer fee', { buyerFee: 0n }],
    ['auction', { auction: { ...bid.auction, buying: 1n } }],
  ])('of a bid and its settlement change with the %s', (_, part) => {
    const other = { ...bid, ...part }
    expect(bidDigest(other, domain)).not.toBe(bidDigest(bid, domain))
    expect(settlementDigest({ ...settlement, bid: other }, domain)).not.toBe(settlementDigest(settlement, domain))
  })

  it('of a settlement change with who shares and the epoch', () => {
    const digests = [
      settlement,
      { ...settlement, recipients: [bid.bidder] },
      { ...settlement, recipients: [bid.bidder, bid.bidder] },
      { ...settlement, feeEpoch: 1n },
    ].map((each) => settlementDigest(each, domain))
    expect(new Set(digests).size).toBe(4)
  })

  it('[SNIPE-03] of an open settlement change with the least, and are no settlement of the parties', () => {
    const digests = [0n, 1n].map((leastProceeds) => openSettlementDigest({ ...settlement, leastProceeds }, domain))
    expect(new Set([...digests, settlementDigest(settlement, domain)]).size).toBe(3)
  })

  it('change with chain and contract', () => {
    const domains = [domain, auctionDomain(1, toAddress(domain.verifyingContract)), auctionDomain(31337, bid.bidder)]
    expect(new Set(domains.map((each) => auctionDigest(bid.auction, each))).size).toBe(3)
  })
})

describe('toAuctionOrder', () => {
  it('[AUC-45] is the tuple of wire 5.1, encourage in it', () => {
    const [vector] = vectors.cases
    if (!vector) throw new Error('no vector')
    const { owner, salt, sellAsset, buyAsset, ...rest } = auctionOf(vector)
    expect(toAuctionOrder(auctionOf(vector))).toEqual({
      key: { owner, salt, sellAsset, buyAsset },
      ...rest,
      endTime: 1_800_000_000n,
      expiredTime: 1_800_259_200n,
    })
  })
})

describe('dividendRecipients', () => {
  const account = (index: number): Address => toAddress(`0x${index.toString(16).padStart(40, '0')}`)
  const [owner, winner] = [account(7), account(9)]

  it('names each losing bidder once, ascending, without winner and owner', () => {
    const bidders = [account(300), winner, account(8), account(300), owner, account(10), account(0xa0), account(8)]
    expect(dividendRecipients(bidders, winner, owner)).toEqual([account(8), account(10), account(0xa0), account(300)])
  })

  it('is empty when only the winner bid', () => {
    expect(dividendRecipients([winner, winner], winner, owner)).toEqual([])
  })

  it('[AUC-44, F-42] shares among the 199 highest besides the winner, and refuses no bid', () => {
    const bidders = [winner, ...Array.from({ length: 250 }, (_, index) => account(1_000 - index))]
    expect(dividendRecipients(bidders, winner, owner)).toEqual(Array.from({ length: 199 }, (_, index) => account(802 + index)))
  })
})

describe('auctionBreakdown', () => {
  it.each(vectors.sums)('agrees with the settled vector $price at $encourageBps for $losers', (vector) => {
    const { price, losers, sellerFeeBps, buyerFeeBps, encourageBps, royaltyBps, ...legs } = vector
    const sums = auctionBreakdown({
      price: BigInt(price),
      sellerFeeBps: BigInt(sellerFeeBps),
      buyerFeeBps: BigInt(buyerFeeBps),
      encourageBps: BigInt(encourageBps),
      royaltiesBps: [BigInt(royaltyBps)],
      losers: Number(losers),
    })
    expect(Object.fromEntries(Object.entries(sums).map(([leg, value]) => [leg, value.toString()]))).toEqual({ price, ...legs })
  })

  const two: AuctionPayment = {
    price: 2_000_000_000_000_000_000n,
    sellerFeeBps: 250n,
    buyerFeeBps: 250n,
    encourageBps: 1_000n,
    royaltiesBps: [500n],
    losers: 3,
  }

  it('shares a tenth of the price among three, rounded down', () => {
    expect(auctionBreakdown(two)).toEqual({
      price: 2_000_000_000_000_000_000n,
      sellerFee: 50_000_000_000_000_000n,
      buyerFee: 50_000_000_000_000_000n,
      royalty: 100_000_000_000_000_000n,
      share: 66_666_666_666_666_666n,
      dividends: 199_999_999_999_999_998n,
      pays: 2_050_000_000_000_000_000n,
      receives: 1_650_000_000_000_000_002n,
    })
  })

  it('shares no more than fees and royalty leave', () => {
    const sums = auctionBreakdown({ ...two, encourageBps: 10_000n, losers: 2 })
    expect([sums.share, sums.receives]).toEqual([925_000_000_000_000_000n, 0n])
  })

  it('shares nothing among no bidders', () => {
    const sums = auctionBreakdown({ ...two, losers: 0 })
    expect([sums.share, sums.dividends, sums.receives]).toEqual([0n, 0n, 1_850_000_000_000_000_000n])
  })

  it('loses nothing and takes nothing that is not there', () => {
    const bps = fc.bigInt(0n, 1_000n)
    const payment = fc.record({
      price: fc.bigInt(1n, 2n ** 128n),
      sellerFeeBps: bps,
      buyerFeeBps: bps,
      encourageBps: fc.bigInt(0n, 10_000n),
      royaltiesBps: fc.array(bps, { maxLength: 6 }),
      losers: fc.integer({ min: 0, max: 200 }),
    })
    fc.assert(
      fc.property(payment, (terms) => {
        const sums = auctionBreakdown(terms)
        expect(sums.pays).toBe(sums.receives + sums.sellerFee + sums.buyerFee + sums.royalty + sums.dividends)
        expect(sums.receives).toBeGreaterThanOrEqual(0n)
        expect(sums.dividends * 10_000n).toBeLessThanOrEqual(terms.price * terms.encourageBps)
        expect(sums.dividends).toBe(sums.share * BigInt(terms.losers))
      }),
    )
  })
})

describe('the terms of an auction', () => {
  const salt = packSalt({ validUntil: 9, validFrom: 1, maxBuyerFeeBps: 0, sequence: 5n })

  it.each([
    { extension: 0, buyNow: 0n },
    { extension: 300, buyNow: 1n },
    { extension: 900, buyNow: 2n ** 88n - 1n },
  ])('[SNIPE-01, SNIPE-05] stand in its salt: $extension s, $buyNow', (terms) => {
    expect(auctionTermsOf(withTerms(salt, packAuctionTerms(terms)))).toEqual(terms)
  })

  it.each([
    { extension: 60, buyNow: 0n },
    { extension: 1_200, buyNow: 0n },
    { extension: 0, buyNow: 2n ** 88n },
    { extension: 0, buyNow: -1n },
  ])('refuse $extension s, $buyNow', (terms) => {
    expect(() => packAuctionTerms(terms)).toThrow(expect.objectContaining({ code: 'BAD_TERMS' }))
  })
})
