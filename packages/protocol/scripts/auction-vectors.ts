/** The golden vectors of auctions: the signed types, and every leg of a settlement. */
import { privateKeyToAccount } from 'viem/accounts'
import { toAddress } from '../src/address.ts'
import { erc20, erc721, erc1155 } from '../src/assets.ts'
import {
  type Auction,
  type AuctionPayment,
  auctionBreakdown,
  auctionDigest,
  auctionDomain,
  auctionStructHash,
  auctionTypedData,
  bidDigest,
  bidTypedData,
  openSettlementDigest,
  openSettlementTypedData,
  settlementDigest,
  settlementTypedData,
} from '../src/auctions.ts'
import { documentedText } from '../src/order-signing.ts'
import { packSalt } from '../src/salts.ts'

const keyOf = (byte: string) => `0x${byte.repeat(32)}` as const
const addressOf = (byte: string) => toAddress(`0x${byte.repeat(20)}`)
const OWNER_KEY = keyOf('01')
const FEE_SIGNER_KEY = keyOf('02')
const BIDDER_KEY = keyOf('04')
const owner = privateKeyToAccount(OWNER_KEY)
const bidder = privateKeyToAccount(BIDDER_KEY)
const feeSigner = privateKeyToAccount(FEE_SIGNER_KEY)
const AUCTION_EXCHANGE = addressOf('55')
const ETHER = 10n ** 18n
const START = 1_799_900_000
const END = 1_800_000_000
const EXPIRED = END + 72 * 3_600

type Case = {
  name: string
  chainId?: number
  auction?: Partial<Auction>
  sequence?: bigint
  startTime?: number
  buying?: bigint
  buyerFee?: bigint
  losers?: readonly string[]
  feeEpoch?: bigint
}

const CASES: Case[] = [
  { name: 'one ERC721, nobody shares' },
  { name: 'the same on another chain', chainId: 31338 },
  { name: 'the same edited before its start', auction: { buying: ETHER / 2n, encourage: 300n } },
  { name: 'three share', auction: { encourage: 1_000n }, losers: ['61', '62', '63'], feeEpoch: 3n },
  {
    name: 'ten of an ERC1155, without a start',
    auction: { sellAsset: erc1155(addressOf('22'), 7n), selling: 10n, buying: 1n },
    sequence: 2n ** 64n - 1n,
    startTime: 0,
    buying: 3_000_001n,
    buyerFee: 1_000n,
    losers: ['61'],
    feeEpoch: 255n,
  },
]

const SUMS: AuctionPayment[] = [
  { price: 2n * ETHER, sellerFeeBps: 250n, buyerFeeBps: 250n, encourageBps: 0n, royaltiesBps: [500n], losers: 3 },
  { price: 2n * ETHER, sellerFeeBps: 250n, buyerFeeBps: 250n, encourageBps: 1_000n, royaltiesBps: [500n], losers: 0 },
  { price: 2n * ETHER, sellerFeeBps: 250n, buyerFeeBps: 250n, encourageBps: 1_000n, royaltiesBps: [500n], losers: 3 },
  { price: 2n * ETHER, sellerFeeBps: 250n, buyerFeeBps: 250n, encourageBps: 10_000n, royaltiesBps: [500n], losers: 2 },
  { price: 2n * ETHER, sellerFeeBps: 1_000n, buyerFeeBps: 1_000n, encourageBps: 10_000n, royaltiesBps: [1_000n], losers: 7 },
  { price: ETHER, sellerFeeBps: 0n, buyerFeeBps: 0n, encourageBps: 10_000n, royaltiesBps: [0n], losers: 3 },
  { price: 3_333_333n, sellerFeeBps: 250n, buyerFeeBps: 100n, encourageBps: 777n, royaltiesBps: [733n], losers: 13 },
  { price: 199n, sellerFeeBps: 250n, buyerFeeBps: 250n, encourageBps: 9_999n, royaltiesBps: [0n], losers: 200 },
  { price: 123_456_789_012_345_678n, sellerFeeBps: 1n, buyerFeeBps: 999n, encourageBps: 1n, royaltiesBps: [999n], losers: 200 },
  { price: 2n ** 128n - 1n, sellerFeeBps: 1_000n, buyerFeeBps: 1_000n, encourageBps: 5_000n, royaltiesBps: [1_000n], losers: 9 },
]

export async function auctionVectors() {
  return {
    cases: await Promise.all(CASES.map(auctionCase)),
    sums: SUMS.map(({ royaltiesBps: [royaltyBps], ...payment }) => {
      const { price: _, ...legs } = auctionBreakdown({ ...payment, royaltiesBps: royaltyBps === undefined ? [] : [royaltyBps] })
      return { ...payment, royaltyBps, ...legs }
    }),
  }
}

async function auctionCase({ name, chainId = 31337, ...c }: Case) {
  const startTime = c.startTime ?? START
  const auction: Auction = {
    owner: toAddress(owner.address),
    salt: packSalt({ validUntil: EXPIRED, validFrom: startTime, maxBuyerFeeBps: 0, sequence: c.sequence ?? 1n }),
    sellAsset: erc721(addressOf('11'), 1n),
    buyAsset: erc20(addressOf('33')),
    selling: 1n,
    buying: ETHER,
    endTime: END,
    expiredTime: EXPIRED,
    encourage: 0n,
    sellerFee: 250n,
    ...c.auction,
  }
  const domain = auctionDomain(chainId, AUCTION_EXCHANGE)
  const bid = { auction, bidder: toAddress(bidder.address), buying: c.buying ?? 2n * ETHER, buyerFee: c.buyerFee ?? 250n }
  const settlement = { bid, recipients: (c.losers ?? []).map(addressOf), feeEpoch: c.feeEpoch ?? 0n }
  const open = { ...settlement, leastProceeds: (bid.buying * 9n) / 10n }
  const digest = auctionDigest(auction, domain)
  return {
    name,
    chainId,
    auctionExchange: AUCTION_EXCHANGE,
    auction,
    startTime,
    structHash: auctionStructHash(auction),
    digest,
    text64: documentedText(digest),
    ownerKey: OWNER_KEY,
    signature: await owner.signTypedData(auctionTypedData(auction, domain)),
    personalSignature: await owner.signMessage({ message: documentedText(digest) }),
    bidder: bid.bidder,
    buying: bid.buying,
    buyerFee: bid.buyerFee,
    bidDigest: bidDigest(bid, domain),
    bidderKey: BIDDER_KEY,
    bidSignature: await bidder.signTypedData(bidTypedData(bid, domain)),
    recipients: settlement.recipients,
    feeEpoch: settlement.feeEpoch,
    settlementDigest: settlementDigest(settlement, domain),
    feeSignerKey: FEE_SIGNER_KEY,
    settlementSignature: await feeSigner.signTypedData(settlementTypedData(settlement, domain)),
    leastProceeds: open.leastProceeds,
    openSettlementDigest: openSettlementDigest(open, domain),
    openSettlementSignature: await feeSigner.signTypedData(openSettlementTypedData(open, domain)),
  }
}
