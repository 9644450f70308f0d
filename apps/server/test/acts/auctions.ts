import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { AuctionRecord, OpenSettlementReply, SettlementReply } from '@plinth/api'
import {
  type Address,
  ASSET_TYPE,
  AUCTION_ACT,
  AUCTION_SETTLEMENT,
  type Auction,
  auctionDomain,
  auctionStructHash,
  auctionTypedData,
  bidTypedData,
  documentedText,
  erc20,
  unpackSalt,
} from '@plinth/protocol'
import { auctionExchangeAbi } from '@plinth/protocol/abi'
import { encodeFunctionData, type Hex, parseSignature, parseUnits } from 'viem'
import { runAuctions } from '../../src/jobs/run-auctions.ts'
import { type AuctionTerms, auctionOf } from '../../src/modules/auctions/shape.ts'
import { PEOPLE } from '../market/harness.ts'
import { type ItemId, TestMarket, type Who } from '../market/market.ts'
import { allow, takeDollars } from '../market/money.ts'

type AuctionMarketOptions = { auctionExpireHours?: number; settlerKey?: Hex; settlerWaitS?: number }

/** Tests advance the chain's time, further ahead of ours than a real chain's may be. */
export function openAuctionMarket(options: AuctionMarketOptions = {}): Promise<TestMarket> {
  return TestMarket.open({ ...options, configure: (chain) => ({ ...chain, maxFutureS: 400 * 86_400 }) })
}

export const usd = (amount: string): bigint => parseUnits(amount, 6)

export type Lot = { readonly item: ItemId; readonly auction: Auction; readonly terms: AuctionTerms }
export type Offer = Partial<AuctionTerms> & { readonly edit?: boolean; readonly salt?: bigint; readonly documented?: boolean }

/** Start price 10, lowest price 20 dollars, one hour from now, a fifth to the losing bidders. */
export function termsOf(market: TestMarket, who: Who, item: ItemId, given: Partial<AuctionTerms> = {}): AuctionTerms {
  const now = market.server.context.chains.get(market.chainId).now()
  return {
    owner: market.address(who),
    collection: item.collection,
    tokenId: item.tokenId,
    assetType: item.standard ?? ASSET_TYPE.ERC721,
    quantity: given.quantity ?? 1n,
    payTokenAddress: given.payTokenAddress ?? market.testnet.contracts.dollar,
    payTokenId: 0n,
    payType: given.payType ?? ASSET_TYPE.ERC20,
    buying: given.buying ?? usd('20'),
    startPrice: given.startPrice ?? usd('10'),
    increment: given.increment ?? usd('1'),
    encourage: given.encourage ?? 2_000,
    startTime: given.startTime ?? now - 1,
    endTime: given.endTime ?? now + 3_600,
    extension: given.extension ?? 0,
    buyNow: given.buyNow ?? 0n,
  }
}

/** Prepares an auction and signs it, as typed data or as the documented text. */
export async function signAuction(market: TestMarket, who: Who, item: ItemId, offer: Offer = {}) {
  const { api } = await market.session(who)
  const terms = termsOf(market, who, item, offer)
  const type = offer.edit ? AUCTION_ACT.EDIT_AUCTION : AUCTION_ACT.AUCTION
  const asked = { ...terms, type, chainId: market.chainId, ...(offer.salt ? { salt: offer.salt } : {}) }
  const prepared = await api.auction.prepare(asked)
  const auction = auctionOf(terms, prepared.salt, prepared.expiredTime, prepared.sellerFee)
  const signature = offer.documented
    ? await PEOPLE[who].signMessage({ message: documentedText(prepared.digest) })
    : await PEOPLE[who].signTypedData(auctionTypedData(auction, domainOf(market)))
  const input = { ...terms, type, salt: prepared.salt, digest: prepared.digest, signature, chainId: market.chainId }
  return { input, lot: { item, auction, terms } }
}

/** Offers an item at auction; the caller must have approved it. */
export async function offer(market: TestMarket, who: Who, item: ItemId, given: Offer = {}): Promise<Lot> {
  const { api } = await market.session(who)
  const { input, lot } = await signAuction(market, who, item, given)
  await (given.edit ? api.auction.edit(input) : api.auction.add(input))
  return lot
}

/** An approved item of the owner at auction. */
export async function offered(market: TestMarket, who: Who, given: Offer & { royaltyBps?: number } = {}): Promise<Lot> {
  const item = await market.mint(who, given.royaltyBps ? { royaltyBps: given.royaltyBps } : {})
  await market.approve(who, item.collection)
  await market.sync()
  return offer(market, who, item, given)
}

export function domainOf(market: TestMarket) {
  return auctionDomain(market.chainId, market.testnet.contracts.auctionExchange)
}

export function named({ auction }: Lot) {
  const { owner, salt, sellAsset } = auction
  return { owner, salt, collection: sellAsset.token, tokenId: sellAsset.tokenId }
}

export async function signAuctionBid(market: TestMarket, who: Who, lot: Lot, total: bigint, documented = false) {
  const { api, address: bidder } = await market.session(who)
  const asked = { ...named(lot), total, chainId: market.chainId }
  const prepared = await api.auction.prepare({ ...asked, type: AUCTION_ACT.AUCTION_BID })
  const { buyerFee, epoch } = prepared
  const bid = { auction: signedOf(prepared), bidder, buying: total, buyerFee: BigInt(buyerFee), epoch }
  const signature = documented
    ? await PEOPLE[who].signMessage({ message: documentedText(prepared.digest) })
    : await PEOPLE[who].signTypedData(bidTypedData(bid, domainOf(market)))
  return { ...asked, digest: prepared.digest, signature }
}

/** Bids; the caller must have balance and allowance. */
export async function bidOn(market: TestMarket, who: Who, lot: Lot, total: bigint): Promise<void> {
  const { api } = await market.session(who)
  await api.auction.bid(await signAuctionBid(market, who, lot, total))
}

/** Mints play money, and approves it. */
export async function fund(market: TestMarket, who: Who, amount = usd('10000')): Promise<void> {
  await takeDollars(market, who, amount)
  await allow(market, who, market.testnet.contracts.dollar, amount)
}

export function dollarsOf(market: TestMarket, who: Who | Address): Promise<bigint> {
  const args = [who.startsWith('0x') ? (who as Address) : market.address(who as Who)] as const
  const abi = [
    { type: 'function', name: 'balanceOf', stateMutability: 'view', inputs: [{ type: 'address' }], outputs: [{ type: 'uint256' }] },
  ] as const
  return market.testnet.publicClient.readContract({ address: market.testnet.contracts.dollar, abi, functionName: 'balanceOf', args })
}

/** Advances the chain's clock to this second, and lets the market see it. */
export async function passTo(market: TestMarket, time: number): Promise<void> {
  await market.testnet.setNextBlockTimestamp(time)
  await market.testnet.mine(1)
  await market.sync()
}

/** The job that ends and expires auctions, as it runs every second. */
export async function tick(market: TestMarket): Promise<void> {
  await runAuctions.run(market.server.context)
}

export async function settlementFor(market: TestMarket, who: Who, lot: Lot, type: 1 | 2): Promise<SettlementReply> {
  const { api } = await market.session(who)
  return api.auction.buyerFee({ ...named(lot), type, chainId: market.chainId })
}

/** Sends what the operator signed; the owner accepts, or the best bidder buys. */
export async function settle(market: TestMarket, who: Who, lot: Lot): Promise<{ hash: Hex; reply: SettlementReply }> {
  const isOwner = market.address(who) === lot.auction.owner
  const reply = await settlementFor(market, who, lot, isOwner ? AUCTION_SETTLEMENT.ACCEPT : AUCTION_SETTLEMENT.BUY)
  return { hash: await market.mined(await sendSettlement(market, who, reply)), reply }
}

export function sendSettlement(market: TestMarket, who: Who, reply: SettlementReply): Promise<Hex> {
  return market.wallet(who).sendTransaction({ to: reply.auctionExchange, data: settlementData(reply) })
}

/** What the market lets any account send. */
export function publicSettlement(market: TestMarket, lot: Lot): Promise<OpenSettlementReply> {
  return market.server.api().auction.settlement({ ...named(lot), chainId: market.chainId })
}

/** The auction as anybody reads it. */
export function read(market: TestMarket, lot: Lot): Promise<AuctionRecord> {
  return market.server.api().auction.get({ ...named(lot), chainId: market.chainId })
}

export function acceptData(reply: OpenSettlementReply): Hex {
  const proofs = [reply.signature, reply.total, reply.bidSignature] as const
  const fee = { v: Number(reply.v), r: reply.r, s: reply.s }
  const args = [orderOf(reply), ...proofs, reply.recipients, BigInt(reply.buyerFee), fee, reply.bidder, reply.leastProceeds] as const
  return encodeFunctionData({ abi: auctionExchangeAbi, functionName: 'acceptBid', args })
}

/** Sent by a third account, with the operator's signature over the least proceeds. */
export async function settleForAll(market: TestMarket, who: Who, lot: Lot, leastProceeds: bigint): Promise<SettlementReply> {
  const { reply, data } = await openSettlement(market, lot, leastProceeds)
  await market.mined(await market.wallet(who).sendTransaction({ to: reply.auctionExchange, data }))
  return reply
}

/** The settlement that any account may send. */
export async function openSettlement(market: TestMarket, lot: Lot, leastProceeds: bigint): Promise<{ reply: SettlementReply; data: Hex }> {
  const reply = await settlementFor(market, 'alice', lot, AUCTION_SETTLEMENT.ACCEPT)
  const bid = { auction: signedOf(reply), bidder: reply.bidder, buying: reply.total, buyerFee: BigInt(reply.buyerFee) }
  const open = { bid, recipients: reply.recipients, feeEpoch: reply.feeEpoch, leastProceeds }
  const fee = await market.server.context.signer.openSettlement(open, domainOf(market))
  const { signature, total, bidSignature, recipients, buyerFee, bidder } = reply
  const args = [orderOf(reply), signature, total, bidSignature, recipients, BigInt(buyerFee), fee, bidder, leastProceeds] as const
  return { reply, data: encodeFunctionData({ abi: auctionExchangeAbi, functionName: 'acceptBid', args }) }
}

/** An ERC-1271 signature travels as bytes, and with it a key's signature does too. */
export function settlementData(reply: SettlementReply): Hex {
  const order = orderOf(reply)
  const fee = { v: Number(reply.v), r: reply.r, s: reply.s }
  const rest = [reply.recipients, BigInt(reply.buyerFee), fee, reply.bidder] as const
  const call = { abi: auctionExchangeAbi, functionName: 'exchange' } as const
  if (reply.proof === 'contract' || reply.bidProof === 'contract')
    return encodeFunctionData({ ...call, args: [order, reply.signature, reply.total, reply.bidSignature, ...rest] })
  return encodeFunctionData({ ...call, args: [order, sigOf(reply.signature), reply.total, sigOf(reply.bidSignature), ...rest] })
}

/** The script that asks the chain and no server. */
export async function verify(market: TestMarket, args: string[]): Promise<{ output: string; code: number }> {
  const script = fileURLToPath(new URL('../../../../scripts/commands/verify.ts', import.meta.url))
  const run = promisify(execFile)(process.execPath, [script, 'auction', '--rpc', market.testnet.rpcUrl, ...args])
  return run.then(
    ({ stdout }) => ({ output: stdout, code: 0 }),
    ({ stdout, stderr, code }) => ({ output: `${stdout}${stderr}`, code }),
  )
}

/** The public bids, for the script. */
export async function publishedBids(market: TestMarket, lot: Lot): Promise<string> {
  const { owner, salt, collection, tokenId } = named(lot)
  const form = { token: collection, tokenId: String(tokenId), owner, salt: String(salt), chainId: String(market.chainId) }
  return (await market.server.post('/auction/bids', form)).text
}

export async function cancelAuction(market: TestMarket, who: Who, { auction }: Lot): Promise<Hex> {
  const { owner, salt, sellAsset, buyAsset } = auction
  const address = market.testnet.contracts.auctionExchange
  const args = [{ owner, salt, sellAsset, buyAsset }] as const
  return market.mined(await market.wallet(who).writeContract({ address, abi: auctionExchangeAbi, functionName: 'cancel', args }))
}

export async function voidBids(market: TestMarket, who: Who, { auction }: Lot, upTo: bigint): Promise<Hex> {
  const address = market.testnet.contracts.auctionExchange
  const args = [auctionStructHash(auction), upTo] as const
  return market.mined(await market.wallet(who).writeContract({ address, abi: auctionExchangeAbi, functionName: 'voidBids', args }))
}

type Signed = Pick<
  SettlementReply,
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

/** The signed auction, out of an answer alone, as a wallet reads it. */
export function signedOf(answer: Signed): Auction {
  return {
    owner: answer.owner,
    salt: answer.salt,
    sellAsset: { token: answer.collection, tokenId: answer.tokenId, assetType: answer.assetType as Auction['sellAsset']['assetType'] },
    buyAsset: erc20(answer.payTokenAddress),
    selling: answer.quantity,
    buying: answer.buying,
    endTime: answer.endTime,
    expiredTime: answer.expiredTime,
    encourage: BigInt(answer.encourage),
    sellerFee: BigInt(answer.sellerFee),
  }
}

function orderOf(reply: Signed) {
  const { owner, salt, sellAsset, buyAsset, selling, buying, encourage, sellerFee } = signedOf(reply)
  const key = { owner, salt, sellAsset, buyAsset }
  return { key, selling, buying, endTime: BigInt(reply.endTime), expiredTime: BigInt(unpackSalt(salt).validUntil), encourage, sellerFee }
}

function sigOf(signature: Hex) {
  const { v, r, s } = parseSignature(signature)
  return { v: Number(v), r, s }
}
