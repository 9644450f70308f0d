import { AppError } from '@plinth/api'
import {
  type Address,
  ASSET_TYPE,
  AUCTION_ACT,
  type Auction,
  assetTypeOf,
  auctionDigest,
  auctionDomain,
  auctionExpiredTime,
  auctionTypedData,
  erc20,
  standardOf,
  toAddress,
  unpackSalt,
} from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { type Chain, requireSameAccount } from './context.ts'
import { popUp } from './sign-order.ts'

/** Prices are totals for the lot in base units of the pay token, times unix seconds. */
export type AuctionTerms = {
  collection: Address
  tokenId: bigint
  standard: number
  quantity: bigint
  payToken: { address: Address }
  startPrice: bigint
  lowest: bigint
  step: bigint
  /** In bps. */
  encourage: bigint
  startTime: number
  endTime: number
  /** In bps, as the screen said: nothing above it is signed. */
  sellerFeeBps: bigint
  /** Of the auction that is edited. */
  salt: bigint | undefined
}

/** Has the server allot the auction's number, signs exactly the auction asked for, and stores it. */
export async function signAuction(chain: Chain, terms: AuctionTerms): Promise<void> {
  const { wallet, account, chainId, config } = chain
  await wallet.switchChain(chainId)
  const asked = askedOf(account, terms)
  const type = terms.salt === undefined ? AUCTION_ACT.AUCTION : AUCTION_ACT.EDIT_AUCTION
  const edited = terms.salt === undefined ? {} : { salt: terms.salt }
  const prepared = await api.auction.prepare({ ...asked, ...edited, type, chainId }).catch(popUp)
  const expiredTime = auctionExpiredTime(terms.endTime, Number(config.auctionExpireTime))
  const auction: Auction = {
    owner: account,
    salt: prepared.salt,
    sellAsset: { token: terms.collection, tokenId: terms.tokenId, assetType: asked.assetType },
    buyAsset: erc20(terms.payToken.address),
    selling: terms.quantity,
    buying: terms.lowest,
    endTime: terms.endTime,
    expiredTime,
    encourage: terms.encourage,
    sellerFee: BigInt(prepared.sellerFee),
  }
  requireAsked(auction, terms)
  const domain = auctionDomain(chainId, toAddress(config.contract.auctionExchange))
  // What is signed is built here, from what its owner saw; the server only adds the number.
  if (auctionDigest(auction, domain) !== prepared.digest || auction.sellerFee > terms.sellerFeeBps) throw new AppError('ORDER_MISMATCH')
  requireSameAccount(chain)
  const signature = await wallet.signTypedData(auctionTypedData(auction, domain))
  const fees = { sellerFee: prepared.sellerFee, buyerFee: prepared.buyerFee }
  await api.auction.add({ ...asked, ...fees, salt: prepared.salt, type, digest: prepared.digest, signature, chainId })
}

const askedOf = (owner: Address, { collection, tokenId, standard, payToken, ...terms }: AuctionTerms) => ({
  owner,
  collection,
  tokenId,
  assetType: assetTypeOf(standardOf(standard)),
  quantity: terms.quantity,
  payTokenAddress: payToken.address,
  payTokenId: 0n,
  payType: ASSET_TYPE.ERC20,
  buying: terms.lowest,
  startPrice: terms.startPrice,
  increment: terms.step,
  encourage: Number(terms.encourage),
  startTime: terms.startTime,
  endTime: terms.endTime,
})

/** The number carries start and expiry: both must be what the screen said, and an edit keeps the number itself. */
function requireAsked({ salt, expiredTime }: Auction, terms: AuctionTerms): void {
  const parts = unpackSalt(salt)
  const isSame = terms.salt === undefined || parts.sequence === unpackSalt(terms.salt).sequence
  if (!isSame || parts.validFrom !== terms.startTime || parts.validUntil !== expiredTime) throw new AppError('ORDER_MISMATCH')
}
