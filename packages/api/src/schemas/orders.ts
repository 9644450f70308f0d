import { ACTION_TYPE, ORDER_TYPE } from '@plinth/protocol'
import { z } from 'zod'
import { PayToken } from './catalogue.ts'
import { Person } from './people.ts'
import { record, type Schema } from './record.ts'
import { address, big, codeOf, count, flag, hash, hex, int, seconds, uint256, written } from './wire.ts'

export const assetType = written(
  z.codec(z.union([z.string().regex(/^[0-5]$/, 'not an asset type'), z.int().min(0).max(5)]), z.int(), {
    decode: (value) => Number(value),
    encode: (value) => value,
  }),
  { type: 'integer', minimum: 0, maximum: 5 },
)

/** The two sides of a signed order, in the product's spellings. Quantities and totals in base units. */
export const orderSides = {
  maker: ['owner', address],
  sellToken: ['sellToken', address],
  sellTokenId: ['sellTokenId', uint256],
  sellType: ['sellType', assetType],
  selling: ['sellValue', uint256],
  buyToken: [['buyToken', 'buyerToken'], address],
  buyTokenId: [['buyTokenId', 'buyerTokenId'], uint256],
  buyType: [['buyType', 'buyerType'], assetType],
  buying: [['buyValue', 'buyerValue', 'buying'], uint256],
} as const

/** How the maker proves the order, and so which form of `exchange` fills it. */
const proofFields = {
  /** 0x for an order that is registered on chain */
  signature: ['signature', hex()],
  /** typed or text: a key's signature; contract: bytes that `exchange` takes as they are, of an ERC-1271 owner or of an order of a signed tree; registered: none, all zero */
  proof: ['proof', z.enum(['typed', 'text', 'contract', 'registered'])],
} as const

export const orderFields = {
  id: ['id', big],
  chainId: ['chainId', int],
  ...orderSides,
  type: ['orderType', codeOf(ORDER_TYPE)],
  /** the order’s last act: put on sale or bid, edited, cancelled, or filled to its end (bought, accepted) */
  action: ['type', codeOf(ACTION_TYPE)],
  /** units of the sell side already filled */
  filled: ['sells', uint256],
  salt: ['salt', uint256],
  ...proofFields,
  /** EIP-712 digest that the maker signed */
  digest: ['message', hash],
  sellerFee: ['sellFee', count],
  buyerFee: ['buyFee', count],
  /** 0 open, 1 filled, 2 cancelled */
  status: ['status', count],
  isExpired: ['expired', flag],
  isFundable: ['fundable', flag],
  /**
   * The item offered left its maker's wallet and is back: the order can't be filled until its maker signs it again, or
   * cancels it. Only the maker sees this.
   */
  isReturned: ['returned', flag],
  /** Of a sale: the collection asks for more royalty than its salt allows, and no purchase passes. */
  hasRisen: ['risen', flag],
  /** The order ended because the market moved to other contracts than those it was signed for: its maker may sign it again. */
  isMoved: ['moved', flag],
  validFrom: ['startTime', seconds],
  validUntil: ['endTime', seconds],
  item: ['address', address],
  /** quantity of the item that the maker holds; for a sale before the mint, the quantity offered */
  quantity: ['quantity', big],
  payToken: ['payToken', PayToken],
  payTokenAddress: ['paytokenAddress', address],
  payTokenName: ['paytokenName', z.string()],
  payTokenSymbol: ['paytokenSymbol', z.string()],
  payTokenDecimals: ['paytokenDecimals', count],
  /** human decimal text */
  unitPrice: ['singlePrice', z.string()],
  user: ['user', Person],
  createdAt: ['createTime', seconds],
  updatedAt: ['updateTime', seconds],
} as const

/** An open or past order as the market knows it: document A §3, B §3 and wire 2.0 Sale, Bid, Order. */
export interface OrderRecord extends z.output<typeof orderRecord> {}
const orderRecord = record(orderFields)
export const OrderRecord: Schema<OrderRecord> = orderRecord

/** order.buyerFee: the operator's signed buyer fee, for one order and fee epoch. `buying` is the order's total. */
export interface BuyerFeeReply extends z.output<typeof buyerFeeReply> {}
const buyerFeeReply = record({
  v: ['v', z.string()],
  r: ['r', hash],
  s: ['s', hash],
  /** Whether the exchange fills the order only with this signature. Where it doesn't, an empty one costs the sender less gas. */
  isFeeSignatureNeeded: ['feeSignatureNeeded', flag],
  buyerFee: [['buyerFee', 'buyFee'], count],
  sellerFee: [['sellerFee', 'sellFee'], count],
  salt: ['salt', uint256],
  chainId: ['chainId', int],
  /** items that can still be filled */
  left: ['left', uint256],
  ...proofFields,
  ...orderSides,
})
export const BuyerFeeReply: Schema<BuyerFeeReply> = buyerFeeReply
