import { privateKeyToAccount } from 'viem/accounts'
import { type Address, toAddress } from '../src/address.ts'
import { coin, erc20, erc721, erc1155 } from '../src/assets.ts'
import { auctionDigest, auctionDomain, auctionStructHash, bidDigest, packAuctionTerms } from '../src/auctions.ts'
import { bulkDigest, bulkSignatures, bulkTypedData } from '../src/bulk.ts'
import { ANY_ID, criteriaBidDigest, criteriaBidStructHash, criteriaBidTypedData, idTreeOf } from '../src/criteria.ts'
import { orderDomain, orderStructHash } from '../src/order-signing.ts'
import type { Order } from '../src/orders.ts'
import { privateSaleDigest, privateSaleStructHash, privateSaleTypedData } from '../src/private-sales.ts'
import { ORDER_TERMS, packSalt, withTerms } from '../src/salts.ts'

const MAKER_KEY = `0x${'01'.repeat(32)}` as const
const maker = privateKeyToAccount(MAKER_KEY)
const OWNER = toAddress(maker.address)
const addressOf = (byte: string) => toAddress(`0x${byte.repeat(20)}`)
const NFT = addressOf('11')
const MULTI = addressOf('22')
const WRAPPED = addressOf('33')
const EXCHANGE = addressOf('44')
const TAKER = addressOf('55')
const CHAIN_ID = 31337
const [FROM, UNTIL] = [1_800_000_000, 1_802_592_000]
const ETHER = 10n ** 18n
const EPOCH = 0xab_cdef_0123n
const domain = orderDomain(CHAIN_ID, EXCHANGE)

const saltOf = (terms: bigint, sequence: bigint, maxBuyerFeeBps = 0) =>
  withTerms(packSalt({ validUntil: UNTIL, validFrom: FROM, maxBuyerFeeBps, sequence }), terms)
const saleOf = (sequence: bigint, terms: bigint = ORDER_TERMS.PLAIN): Order => ({
  owner: OWNER,
  salt: saltOf(terms, sequence),
  sellAsset: erc721(NFT, sequence),
  buyAsset: coin(),
  selling: 1n,
  buying: ETHER,
  sellerFee: 250n,
})

export async function kindVectors() {
  return {
    criteria: await Promise.all([
      criteriaCase('any id of a collection', [], 7n, 5n),
      criteriaCase('one id, which is its own root', [7n], 7n, 1n),
      criteriaCase('one of five ids', [1n, 2n, 3n, 5n, 2n ** 256n - 1n], 2n ** 256n - 1n, 3n),
      criteriaCase('some of an ERC1155', [7n, 8n], 8n, 500n, true),
    ]),
    privateSales: [await privateCase(TAKER), await privateCase(MULTI)],
    bulk: await Promise.all([2, 3, 5].map(bulkCase)),
    auctions: auctionCases(),
  }
}

async function criteriaCase(name: string, ids: bigint[], tokenId: bigint, units: bigint, isMultiple = false) {
  const tree = ids.length > 0 ? idTreeOf(ids) : undefined
  const token = isMultiple ? MULTI : NFT
  const root = BigInt(tree?.root ?? ANY_ID)
  const order: Order = {
    owner: OWNER,
    salt: saltOf(ORDER_TERMS.CRITERIA, 9n, 250),
    sellAsset: erc20(WRAPPED),
    buyAsset: isMultiple ? erc1155(token, root) : erc721(token, root),
    selling: units * ETHER,
    buying: units,
    sellerFee: 250n,
  }
  return {
    name,
    chainId: CHAIN_ID,
    exchange: EXCHANGE,
    order,
    ids,
    tokenId,
    proof: tree?.proofOf(tokenId) ?? [],
    structHash: criteriaBidStructHash(order),
    digest: criteriaBidDigest(order, domain),
    makerKey: MAKER_KEY,
    signature: await maker.signTypedData(criteriaBidTypedData(order, domain)),
  }
}

async function privateCase(taker: Address) {
  const order = saleOf(4n, ORDER_TERMS.PRIVATE)
  return {
    chainId: CHAIN_ID,
    exchange: EXCHANGE,
    order,
    taker,
    structHash: privateSaleStructHash({ order, taker }),
    digest: privateSaleDigest({ order, taker }, domain),
    makerKey: MAKER_KEY,
    signature: await maker.signTypedData(privateSaleTypedData({ order, taker }, domain)),
  }
}

async function bulkCase(count: number) {
  const orders = Array.from({ length: count }, (_, at) => saleOf(BigInt(20 + at)))
  const signature = await maker.signTypedData(bulkTypedData(orders, domain))
  return {
    chainId: CHAIN_ID,
    exchange: EXCHANGE,
    digest: bulkDigest(orders, domain),
    makerKey: MAKER_KEY,
    signature,
    leaves: orders.map(orderStructHash),
    signatures: bulkSignatures(signature, orders),
  }
}

function auctionCases() {
  const at = auctionDomain(CHAIN_ID, EXCHANGE)
  return [
    { extension: 0, buyNow: 0n },
    { extension: 600, buyNow: 0n },
    { extension: 900, buyNow: 2n ** 88n - 1n },
  ].map(({ extension, buyNow }) => {
    const salt = withTerms(
      packSalt({ validUntil: UNTIL, validFrom: FROM, maxBuyerFeeBps: 0, sequence: 5n }),
      packAuctionTerms({ extension, buyNow }),
    )
    const auction = {
      owner: OWNER,
      salt,
      sellAsset: erc721(NFT, 1n),
      buyAsset: erc20(WRAPPED),
      selling: 1n,
      buying: ETHER,
      endTime: FROM + 3_600,
      expiredTime: UNTIL,
      encourage: 500n,
      sellerFee: 250n,
    }
    const bid = { auction, bidder: TAKER, buying: 2n * ETHER, buyerFee: 250n }
    return {
      chainId: CHAIN_ID,
      exchange: EXCHANGE,
      auction,
      extension,
      buyNow,
      structHash: auctionStructHash(auction),
      digest: auctionDigest(auction, at),
      bidder: bid.bidder,
      total: bid.buying,
      buyerFee: bid.buyerFee,
      bidDigest: bidDigest(bid, at),
      epoch: EPOCH,
      epochBidDigest: bidDigest({ auction, bidder: bid.bidder, buying: bid.buying, buyerFee: bid.buyerFee, epoch: EPOCH }, at),
    }
  })
}
