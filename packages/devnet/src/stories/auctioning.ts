import type { AuctionRecord } from '@plinth/api'
import {
  ASSET_TYPE,
  AUCTION_ACT,
  AUCTION_SETTLEMENT,
  type Auction,
  auctionDomain,
  auctionTypedData,
  bidTypedData,
  erc20,
  parseSignature,
  parseUnits,
  payAmount,
  TOKEN_STANDARD,
  toAuctionOrder,
} from '@plinth/protocol'
import { auctionExchangeAbi } from '@plinth/protocol/abi'
import type { Item } from './making.ts'
import { mined, type Person } from './person.ts'
import { approveCollection, approveMoney, untilMarketHasRead } from './trading.ts'

/** Prices are for the lot, in wrapped coin; times unix seconds. */
export interface AuctionTerms {
  startPrice: string
  lowest: string
  step: string
  /** Percent of the price, for the losing bidders. */
  dividendPercent: number
  startTime: number
  endTime: number
  /** Default 1. */
  quantity?: bigint
  /** Minutes by which a late bid moves the end. Default: none. */
  extendsBy?: number
  /** The total that ends it early. Default: none. */
  buyNow?: string
}

const COIN_DECIMALS = 18
const inWei = (text: string) => parseUnits(text, COIN_DECIMALS)

/** Approves the collection once, signs the auction, and submits it to the market. */
export async function startAuction(person: Person, item: Item, terms: AuctionTerms): Promise<AuctionRecord> {
  await approveCollection(person, item.collection)
  const { api, wallet, chain, address: owner } = person
  const { chainId } = chain.chain
  const { wrappedCoin, auctionExchange } = chain.contracts
  const { collection, tokenId } = item
  const asked = {
    owner,
    collection,
    tokenId,
    quantity: terms.quantity ?? 1n,
    assetType: item.standard === TOKEN_STANDARD.ERC1155 ? ASSET_TYPE.ERC1155 : ASSET_TYPE.ERC721,
    payTokenAddress: wrappedCoin,
    payTokenId: 0n,
    payType: ASSET_TYPE.ERC20,
    buying: inWei(terms.lowest),
    startPrice: inWei(terms.startPrice),
    increment: inWei(terms.step),
    encourage: terms.dividendPercent * 100,
    startTime: terms.startTime,
    endTime: terms.endTime,
    ...(terms.extendsBy ? { extension: terms.extendsBy * 60 } : {}),
    ...(terms.buyNow ? { buyNow: inWei(terms.buyNow) } : {}),
  }
  const prepared = await api.auction.prepare({ ...asked, type: AUCTION_ACT.AUCTION, chainId })
  const signature = await wallet.signTypedData(auctionTypedData(auctionOf(prepared), auctionDomain(chainId, auctionExchange)))
  const { salt, digest } = prepared
  await api.auction.add({ ...asked, salt, type: AUCTION_ACT.AUCTION, digest, signature, chainId })
  return api.auction.get({ collection, tokenId, owner, salt, chainId })
}

/** Bids a total for the lot, and raises the allowance to cover it beside the account's other bids. */
export async function bidAtAuction(person: Person, auction: AuctionRecord, total: string): Promise<void> {
  const { api, wallet, chain, address } = person
  const { chainId } = chain.chain
  const { owner, collection, tokenId, salt, payTokenAddress } = auction
  const asked = { owner, collection, tokenId, salt, total: inWei(total), chainId }
  const prepared = await api.auction.prepare({ ...asked, type: AUCTION_ACT.AUCTION_BID })
  const { committed } = await api.paytoken.committed({ token: payTokenAddress, chainId, exceptSalt: salt })
  const buyerFee = BigInt(prepared.buyerFee)
  await approveMoney(person, payTokenAddress, payAmount(asked.total, 1n, buyerFee) + committed)
  const bid = { auction: auctionOf(auction), bidder: address, buying: asked.total, buyerFee }
  const signature = await wallet.signTypedData(bidTypedData(bid, auctionDomain(chainId, chain.contracts.auctionExchange)))
  await api.auction.bid({ ...asked, digest: prepared.digest, signature })
}

/** The owner accepts the best bid after the end, with the operator's signature over the sharing bidders. */
export async function settleAuction(person: Person, { owner, collection, tokenId, salt, chainId }: AuctionRecord): Promise<void> {
  const { api, wallet, chain } = person
  const asked = { owner, collection, tokenId, salt, type: AUCTION_SETTLEMENT.ACCEPT, chainId }
  const reply = await untilMarketHasRead(() => api.auction.buyerFee(asked))
  const hash = await wallet.writeContract({
    address: chain.contracts.auctionExchange,
    abi: auctionExchangeAbi,
    functionName: 'exchange',
    args: [
      toAuctionOrder(auctionOf(reply)),
      parseSignature(reply.signature),
      reply.total,
      parseSignature(reply.bidSignature),
      reply.recipients,
      BigInt(reply.buyerFee),
      { v: Number(reply.v), r: reply.r, s: reply.s },
      reply.bidder,
    ],
  })
  await mined(person, hash)
}

type Row = Pick<
  AuctionRecord,
  | 'owner'
  | 'salt'
  | 'collection'
  | 'tokenId'
  | 'assetType'
  | 'payTokenAddress'
  | 'quantity'
  | 'buying'
  | 'endTime'
  | 'expiredTime'
  | 'encourage'
  | 'sellerFee'
>

/** A stored auction in the form that was signed. */
function auctionOf(row: Row & { firstEnd?: number }): Auction {
  const assetType = row.assetType === ASSET_TYPE.ERC1155 ? ASSET_TYPE.ERC1155 : ASSET_TYPE.ERC721
  return {
    owner: row.owner,
    salt: row.salt,
    sellAsset: { token: row.collection, tokenId: row.tokenId, assetType },
    buyAsset: erc20(row.payTokenAddress),
    selling: row.quantity,
    buying: row.buying,
    endTime: row.firstEnd ?? row.endTime,
    expiredTime: row.expiredTime,
    encourage: BigInt(row.encourage),
    sellerFee: BigInt(row.sellerFee),
  }
}
