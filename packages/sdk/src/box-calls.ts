import type { BoxFeeReply, BoxRecord } from '@plinth/api'
import { ASSET_TYPE, type AssetType, type BlindBox, isCode, parseSignature, payAmount, toBoxOrder, ZERO_ADDRESS } from '@plinth/protocol'
import { zeroHash } from 'viem'
import { BOX_ABI } from './abi.ts'

const assetType = (code: number): AssetType => (isCode(ASSET_TYPE, code) ? code : ASSET_TYPE.ERC721)

/** What a box is paid with: the chain's coin, an ERC20, or a ticket that is burnt. */
export type BoxMoney = 'coin' | 'token' | 'ticket'

export function boxMoney({ payTokenType }: Pick<BoxRecord, 'payTokenType'>): BoxMoney {
  if (payTokenType === ASSET_TYPE.COIN) return 'coin'
  return payTokenType === ASSET_TYPE.ERC20 ? 'token' : 'ticket'
}

/** Bps; a ticket is paid without a fee (document B §9). */
export const boxFee = (box: Pick<BoxRecord, 'payTokenType' | 'order'>): bigint =>
  boxMoney(box) === 'ticket' ? 0n : BigInt(box.order.buyerFee)

/** In base units or tickets, for so many boxes, the fee included. */
export const boxDue = (box: Pick<BoxRecord, 'payTokenType' | 'order' | 'unitPrice'>, boxes: number): bigint =>
  payAmount(box.unitPrice, BigInt(boxes), boxFee(box))

/** As its owner registered it. */
function boxOf(reply: BoxFeeReply): BlindBox {
  return {
    owner: reply.owner,
    salt: reply.salt,
    sellAssets: reply.sellAssets.map((asset) => ({ ...asset, assetType: assetType(asset.assetType) })),
    buyAsset: { token: reply.buyToken, tokenId: reply.buyTokenId, assetType: assetType(reply.buyType) },
    opening: reply.opening,
    repeat: reply.repeat,
    startTime: reply.startTime,
    endTime: reply.endTime,
    buying: reply.buying,
    assetAmounts: reply.sellings,
    sellerFee: BigInt(reply.sellerFee),
    uris: reply.uris,
  }
}

const UNSIGNED = { v: 0, r: zeroHash, s: zeroHash }

/**
 * The `open` call. Its short form costs far less gas and charges the contract's own fee; where the operator signed another,
 * the documented form carries the whole series.
 */
export function openCall(reply: BoxFeeReply, boxes: number, standingFee: bigint) {
  const fee = BigInt(reply.buyerFee)
  const isTicket = reply.buyType > ASSET_TYPE.ERC20
  const value = reply.buyType === ASSET_TYPE.COIN ? payAmount(reply.unitPrice, BigInt(boxes), fee) : 0n
  const call = { abi: BOX_ABI, functionName: 'open', value }
  if (isTicket || fee === standingFee) return { ...call, args: [reply.boxHash, BigInt(boxes)] }
  const feeSig = parseFee(reply)
  return { ...call, args: [toBoxOrder(boxOf(reply)), ownerSig(reply), fee, feeSig, BigInt(boxes), ZERO_ADDRESS] }
}

const parseFee = ({ v, r, s }: BoxFeeReply) => ({ v: Number(v), r, s })
/** The contract ignores it: the owner itself registered the series. */
const ownerSig = ({ signature }: BoxFeeReply) => (signature === '0x' ? UNSIGNED : parseSignature(signature))
