import { AppError } from '@plinth/api'
import {
  ACTION_TYPE,
  type AssetType,
  type Auction,
  auctionDigest,
  auctionDomain,
  bidDigest,
  digestByTerms,
  erc20,
  ORDER_TERMS,
  ORDER_TYPE,
  orderDomain,
  packAuctionTerms,
  packSalt,
  withTerms,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import type { Hex } from 'viem'
import { AUCTIONS, CHAIN, EXCHANGE } from '../addresses.ts'
import type { InputOf, OutputOf } from './fake-server.ts'
import type { MarketState } from './market-state.ts'
import { pageOf } from './page-of.ts'
import { HASH } from './records.ts'

export function answerTrade(market: MarketState): void {
  market
    .answer('order.prepare', ({ salt, validUntil = market.now + 30 * 86_400, validFrom = 0, chainId = CHAIN, type, taker, ...sides }) => {
      const isBid = type === ACTION_TYPE.BID || type === ACTION_TYPE.EDIT_BID
      const allotted = salt ?? allot({ validUntil, validFrom, maxBuyerFeeBps: isBid ? 250 : 0 })
      const packed = taker ? withTerms(allotted, ORDER_TERMS.PRIVATE) : allotted
      const sellerFee = isBid ? 0 : Number(market.config.sellerFee)
      const order = {
        owner: sides.maker,
        salt: packed,
        selling: sides.selling,
        buying: sides.buying,
        sellerFee: BigInt(sellerFee),
        // The wire's kinds of assets are plain numbers.
        sellAsset: { token: sides.sellToken, tokenId: sides.sellTokenId, assetType: sides.sellType as AssetType },
        buyAsset: { token: sides.buyToken, tokenId: sides.buyTokenId, assetType: sides.buyType as AssetType },
      }
      return {
        ...sides,
        digest: digestByTerms(order, orderDomain(chainId, EXCHANGE), taker),
        salt: packed,
        sellerFee,
        buyerFee: 250,
        type,
        chainId,
        validUntil,
      }
    })
    .answer('order.add', () => ({}))
    .answer('order.get', ({ collection, tokenId, owner, type }) => {
      const item = market.itemOf({ collection, tokenId })
      const found = (type === ORDER_TYPE.SALE ? item?.listings : item?.bids)?.find(({ maker }) => maker === owner)
      if (!found) throw new AppError('ORDER_NOT_FOUND')
      return found
    })
    .answer('order.buyerFee', ({ collection, tokenId, owner, type, salt, quantity = 1n, chainId = CHAIN }) => {
      const item = market.itemOf({ collection, tokenId })
      const found = (type === ORDER_TYPE.SALE ? item?.listings : item?.bids)?.find((one) => one.maker === owner && one.salt === salt)
      if (!found) throw new AppError('ORDER_NOT_FOUND')
      const { maker, sellToken, sellTokenId, sellType, selling, buyToken, buyTokenId, buyType, buying, signature, proof } = found
      const left = (type === ORDER_TYPE.SALE ? selling : buying) - found.filled
      if (quantity > left) throw new AppError('ORDER_QUANTITY', { left: left.toString() })
      const sides = { maker, sellToken, sellTokenId, sellType, selling, buyToken, buyTokenId, buyType, buying }
      const word = { v: '27', r: HASH, s: HASH, signature, proof }
      return {
        ...sides,
        ...word,
        isFeeSignatureNeeded: proof === 'text',
        buyerFee: found.buyerFee,
        sellerFee: found.sellerFee,
        salt,
        chainId,
        left,
      }
    })
    .answer('nft.locknft', () => ({}))
    .answer('auction.activeauctions', () => ({ list: [] }))
    .answer('auction.list', ({ page, limit }) => pageOf([], { page, limit }))
    .answer('auction.bids', () => ({ list: [], users: [] }))
    .answer('auction.prepare', ({ type, salt, id: _, total, ...terms }, { token }) => {
      if (total !== undefined) return bidEcho(market, { ...terms, type, salt, total }, token)
      const startTime = terms.startTime ?? market.now
      const endTime = terms.endTime ?? market.now + 86_400
      const expiredTime = endTime + Number(market.config.auctionExpireTime) * 3_600
      const { extension = 0, buyNow = 0n } = terms
      const plain = salt ?? allot({ validUntil: expiredTime, validFrom: startTime, maxBuyerFeeBps: 0 })
      const packed = withTerms(plain, packAuctionTerms({ extension, buyNow }))
      const auction = {
        owner: terms.owner,
        collection: terms.collection,
        tokenId: terms.tokenId,
        assetType: terms.assetType ?? 3,
        quantity: terms.quantity ?? 1n,
        payTokenAddress: terms.payTokenAddress ?? ZERO_ADDRESS,
        payTokenId: 0n,
        payType: terms.payType ?? 1,
        buying: terms.buying ?? 0n,
        startPrice: terms.startPrice ?? 0n,
        increment: terms.increment ?? 0n,
        encourage: terms.encourage ?? 0,
        startTime,
        endTime,
        extension,
        buyNow,
        salt: packed,
        expiredTime,
        sellerFee: Number(market.config.sellerFee),
      }
      const chainId = terms.chainId ?? CHAIN
      return { ...auction, chainId, type, digest: digestOf(auction, chainId), buyerFee: Number(market.config.buyerFee) }
    })
    .answer('auction.add', () => ({}))
    .answer('auction.edit', () => ({}))
    .answer('auction.bid', () => ({}))
}

let sequence = 0n

/** A salt unlike any other, as the server allots them. */
function allot(terms: { validUntil: number; validFrom: number; maxBuyerFeeBps: number }): bigint {
  sequence += 1n
  return packSalt({ sequence, ...terms })
}

type AuctionEcho = Pick<
  OutputOf<'auction.prepare'>,
  | 'owner'
  | 'salt'
  | 'collection'
  | 'tokenId'
  | 'quantity'
  | 'buying'
  | 'endTime'
  | 'expiredTime'
  | 'encourage'
  | 'sellerFee'
  | 'payTokenAddress'
  | 'assetType'
>

/** What a wallet signs: the auction. */
function digestOf(echo: AuctionEcho, chainId: number): Hex {
  return auctionDigest(signedOf(echo), auctionDomain(chainId, AUCTIONS))
}

function signedOf({ owner, salt, quantity, buying, endTime, expiredTime, encourage, sellerFee, ...sides }: AuctionEcho): Auction {
  return {
    owner,
    salt,
    selling: quantity,
    buying,
    endTime,
    expiredTime,
    encourage: BigInt(encourage),
    sellerFee: BigInt(sellerFee),
    sellAsset: { token: sides.collection, tokenId: sides.tokenId, assetType: sides.assetType as AssetType },
    buyAsset: erc20(sides.payTokenAddress),
  }
}

type AskedBid = Pick<InputOf<'auction.prepare'>, 'collection' | 'tokenId' | 'salt' | 'type'> & { total: bigint }

/** What a wallet signs of a bid: the auction as its owner signed it, and the caller's total. */
function bidEcho(market: MarketState, { collection, tokenId, salt, type, total }: AskedBid, token: string): OutputOf<'auction.prepare'> {
  const auction = market.itemOf({ collection, tokenId })?.auctions.find((one) => one.salt === salt)
  if (!auction) throw new AppError('AUCTION_NOT_FOUND')
  const buyerFee = Number(market.config.buyerFee)
  const signed = signedOf({ ...auction, endTime: auction.firstEnd })
  const bid = { auction: signed, bidder: market.callerOf(token).address, buying: total, buyerFee: BigInt(buyerFee) }
  const { chainId } = auction
  const { owner, assetType, quantity, payTokenAddress, payTokenId, payType, buying, startPrice, increment, encourage } = auction
  const { startTime, firstEnd, extension, buyNow, expiredTime, sellerFee } = auction
  return {
    owner,
    collection,
    tokenId,
    assetType,
    quantity,
    payTokenAddress,
    payTokenId,
    payType,
    buying,
    startPrice,
    increment,
    encourage,
    startTime,
    endTime: firstEnd,
    extension,
    buyNow,
    expiredTime,
    sellerFee,
    salt: auction.salt,
    chainId,
    type,
    total,
    buyerFee,
    digest: bidDigest(bid, auctionDomain(chainId, AUCTIONS)),
  }
}
