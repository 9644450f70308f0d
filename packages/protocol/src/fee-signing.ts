import type { Hex, TypedDataDefinition } from 'viem'
import { hashTypedData } from 'viem/utils'
import type { Address } from './address.ts'
import { structHashByTerms } from './order-kinds.ts'
import { BUYER_FEE_TYPES, type OrderDomain } from './order-signing.ts'
import type { Order } from './orders.ts'

/** The operator's signed fee of one order; `buyerFee` in bps, valid only while the exchange's fee epoch is `feeEpoch`. */
export type BuyerFee = {
  readonly order: Order
  /** Of a private sale. */
  readonly taker?: Address | undefined
  readonly buyerFee: bigint
  readonly feeEpoch: bigint
}

/** Signed by a fee signer in the Exchange domain; names the struct hash, not the digest. */
export function buyerFeeTypedData(fee: BuyerFee, domain: OrderDomain) {
  return {
    domain,
    types: BUYER_FEE_TYPES,
    primaryType: 'BuyerFee',
    message: { order: structHashByTerms(fee.order, fee.taker), buyerFee: fee.buyerFee, feeEpoch: fee.feeEpoch },
  } as const satisfies TypedDataDefinition<typeof BUYER_FEE_TYPES, 'BuyerFee'>
}

export function buyerFeeDigest(fee: BuyerFee, domain: OrderDomain): Hex {
  return hashTypedData(buyerFeeTypedData(fee, domain))
}
