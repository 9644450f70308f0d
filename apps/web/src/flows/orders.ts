import type { BuyerFeeReply, OrderRecord } from '@plinth/api'
import { ASSET_TYPE, type AssetType, isCode, type Order, parseSignature, toExchangeOrder, ZERO_ADDRESS } from '@plinth/protocol'
import { EXCHANGE_ABI } from './abi.ts'
import { dueFor } from './due.ts'

const assetType = (code: number): AssetType => (isCode(ASSET_TYPE, code) ? code : ASSET_TYPE.ERC721)

/** A stored order as it was signed. */
export function orderOf(record: OrderRecord): Order {
  return {
    owner: record.maker,
    salt: record.salt,
    sellAsset: { token: record.sellToken, tokenId: record.sellTokenId, assetType: assetType(record.sellType) },
    buyAsset: { token: record.buyToken, tokenId: record.buyTokenId, assetType: assetType(record.buyType) },
    selling: record.selling,
    buying: record.buying,
    sellerFee: BigInt(record.sellerFee),
  }
}

/** The `exchange` call that buys `amount` items of a sale for the sender. */
export function exchangeCall(record: OrderRecord, fee: Pick<BuyerFeeReply, 'v' | 'r' | 's' | 'buyerFee'>, amount: bigint) {
  const order = orderOf(record)
  const buyerFee = BigInt(fee.buyerFee)
  const isCoin = order.buyAsset.assetType === ASSET_TYPE.COIN
  return {
    abi: EXCHANGE_ABI,
    functionName: 'exchange',
    args: [
      toExchangeOrder(order),
      parseSignature(record.signature),
      buyerFee,
      { v: Number(fee.v), r: fee.r, s: fee.s },
      amount,
      ZERO_ADDRESS,
    ],
    value: isCoin ? dueFor(order, amount, buyerFee) : 0n,
  }
}
