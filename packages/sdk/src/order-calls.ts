import { AppError, type BuyerFeeReply, type OrderRecord } from '@plinth/api'
import { ASSET_TYPE, isCode, type Order, parseSignature, payoutReserve, toExchangeOrder, unitPriceOf, ZERO_ADDRESS } from '@plinth/protocol'
import { type Hex, zeroHash } from 'viem'
import { EXCHANGE_ABI } from './abi.ts'
import { amountDue } from './amount-due.ts'
import { orderOf } from './order-of.ts'

/** The same for a transaction: unknown kinds of order are not guessed at (document B §8). */
export function tradableOrderOf(record: OrderRecord): Order {
  if (!isCode(ASSET_TYPE, record.sellType) || !isCode(ASSET_TYPE, record.buyType)) throw new AppError('ORDER_TOKEN')
  return orderOf(record)
}

type Proof = Pick<OrderRecord, 'signature' | 'proof'>
const NONE = { v: 0, r: zeroHash, s: zeroHash }

/** The maker's proof for `exchange`: its key's signature, its contract's bytes, or nothing where the chain holds its approval. */
export const makerProof = ({ signature, proof }: Proof) =>
  proof === 'contract' ? signature : proof === 'registered' ? NONE : parseSignature(signature)

export type Fee = Pick<BuyerFeeReply, 'v' | 'r' | 's' | 'buyerFee' | 'isFeeSignatureNeeded'>

/** The operator's fee signature, or nothing where it would only cost gas. */
export const feeProof = ({ v, r, s, isFeeSignatureNeeded }: Fee) => (isFeeSignatureNeeded ? { v: Number(v), r, s } : NONE)

/** The `exchange` call that buys `amount` items of a sale for the sender; the voucher where they are yet to be minted. */
export function exchangeCall(record: OrderRecord, fee: Fee, amount: bigint, voucher?: Hex) {
  const order = tradableOrderOf(record)
  const buyerFee = BigInt(fee.buyerFee)
  const isCoin = order.buyAsset.assetType === ASSET_TYPE.COIN
  return {
    abi: EXCHANGE_ABI,
    functionName: 'exchange',
    args: [toExchangeOrder(order), makerProof(record), buyerFee, feeProof(fee), amount, ZERO_ADDRESS, ...(voucher ? [voucher] : [])],
    value: isCoin ? amountDue(order, amount, buyerFee) : 0n,
    gasReserve: isCoin ? payoutReserve() : 0n,
  }
}

/**
 * The `acceptBid` call that sells `quantity` items to a bid; its amount is their price in the bid's own money. The sender receives
 * `leastProceeds` base units or nothing is sold: a royalty may rise at any moment.
 */
export function acceptCall(record: OrderRecord, fee: Fee, quantity: bigint, leastProceeds: bigint) {
  const call = exchangeCall(record, fee, unitPriceOf(orderOf(record)) * quantity)
  return { ...call, functionName: 'acceptBid', args: [...call.args, leastProceeds] }
}
