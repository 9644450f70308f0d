import type { Address } from 'viem'
import { auctionAbi } from './abi.ts'
import { partsOf, sigOf, type Wallet, type Wire } from './client.ts'
import type { Item, PayToken } from './trades.ts'

/** Type codes of document A §3. */
const AUCTION = 25
const EDIT_AUCTION = 26
const AUCTION_BID = 27
export const ACCEPT = 1

type Terms = { startValue: bigint; buying: bigint; rangeValue: bigint; encourage: number; startTime: number; endTime: number }

/** Prepares, signs and adds an auction of one item; a salt says that it is an edit. */
export async function auction(who: Wallet, item: Item, payToken: PayToken, terms: Terms, known = '0'): Promise<string> {
  const type = known === '0' ? AUCTION : EDIT_AUCTION
  const form = {
    owner: who.address,
    sellToken: item.address,
    sellTokenId: item.tokenId,
    sellType: item.type,
    sellValue: 1,
    buyerToken: payToken.address,
    buyerTokenId: 0,
    buyerType: payToken.type,
    ...terms,
    type,
    chainId: who.chainId,
  }
  const { message, salt, sellerFee, buyerFee } = await who.call('/auction/prepare', { ...form, salt: known, id: '' })
  const text = message.replace(/^0x/, '')
  await who.call('/auction/add', { ...form, salt, message: text, signature: await who.sign(text), sellerFee, buyerFee })
  return salt
}

export async function bidAt(who: Wallet, item: Item, owner: Address, salt: string, buyerValue: bigint): Promise<void> {
  const form = { owner, sellToken: item.address, sellTokenId: item.tokenId, buyerValue, salt, chainId: who.chainId }
  const prepared = await who.call('/auction/prepare', { ...form, type: AUCTION_BID })
  const text = prepared.message.replace(/^0x/, '')
  await who.call('/auction/bid', { ...form, salt: prepared.salt, message: text, signature: await who.sign(text) })
}

export const bidsOf = (who: Wallet, item: Item, owner: Address, salt: string): Promise<Wire> =>
  who.call('/auction/bids', { token: item.address, tokenId: item.tokenId, owner, salt, chainId: who.chainId })

export async function auctionsOf(who: Wallet, item: Item): Promise<Wire[]> {
  return (await who.call('/auction/list', { token: item.address, tokenId: item.tokenId, chainId: who.chainId })).list
}

const keyOf = (found: Wire) => ({
  owner: found.owner,
  salt: BigInt(found.salt),
  sellAsset: { token: found.sellToken, tokenId: BigInt(found.sellTokenId), assetType: found.sellType },
  buyAsset: { token: found.buyerToken, tokenId: BigInt(found.buyerTokenId), assetType: found.buyerType },
})

/** The owner accepts (1) or the highest bidder buys (2), with the operator's recipients of the dividend. */
export async function settle(who: Wallet, found: Wire, best: Wire, type: number): Promise<Wire> {
  const { config, chainId } = who
  const asked = { owner: found.owner, salt: found.salt, token: found.sellToken, tokenId: found.sellTokenId, type, chainId }
  const reply = await who.call('/auction/buyerFee', asked)
  const order = {
    key: keyOf(found),
    selling: BigInt(found.sellValue),
    buying: BigInt(found.buying),
    endTime: BigInt(found.endTime),
    expiredTime: BigInt(found.expiredTime),
    encourage: BigInt(found.encourage),
    sellerFee: BigInt(config.sellerFee),
  }
  const bid = [BigInt(best.buying), sigOf(best.signature)] as const
  const fee = [BigInt(config.buyerFee), partsOf(reply)] as const
  const args = [order, sigOf(found.signature), ...bid, reply.recipients, ...fee, best.owner] as const
  await who.send({ address: config.contract.auctionExchangeAddress, abi: auctionAbi, functionName: 'exchange', args })
  return reply
}

/** The same cancel as an order's, at the auction contract. */
export const cancelAuction = (who: Wallet, found: Wire) =>
  who.send({ address: who.config.contract.auctionExchangeAddress, abi: auctionAbi, functionName: 'cancel', args: [keyOf(found)] })
