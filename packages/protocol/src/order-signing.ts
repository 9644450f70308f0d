import type { Hex, TypedDataDefinition, TypedDataDomain } from 'viem'
import { hashStruct, hashTypedData } from 'viem/utils'
import type { Address } from './address.ts'
import type { Order } from './orders.ts'
import { unpackSalt } from './salts.ts'

export const ORDER_TYPES = {
  Order: [
    { name: 'owner', type: 'address' },
    { name: 'salt', type: 'uint256' },
    { name: 'validFrom', type: 'uint256' },
    { name: 'validUntil', type: 'uint256' },
    { name: 'maxBuyerFee', type: 'uint256' },
    { name: 'sellAsset', type: 'Asset' },
    { name: 'buyAsset', type: 'Asset' },
    { name: 'selling', type: 'uint256' },
    { name: 'buying', type: 'uint256' },
    { name: 'sellerFee', type: 'uint256' },
  ],
  Asset: [
    { name: 'token', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'assetType', type: 'uint8' },
  ],
} as const

export const BUYER_FEE_TYPES = {
  BuyerFee: [
    { name: 'order', type: 'bytes32' },
    { name: 'buyerFee', type: 'uint256' },
    { name: 'feeEpoch', type: 'uint256' },
  ],
} as const

/** EIP-712 domain of the Exchange. */
export function orderDomain(chainId: number, exchange: Address) {
  return { name: 'Plinth Exchange', version: '1', chainId, verifyingContract: exchange } as const satisfies TypedDataDomain
}
export type OrderDomain = ReturnType<typeof orderDomain>

/** What the maker's wallet signs (EIP-712): the documented fields plus the parts of the salt as fields of their own. */
export function orderTypedData(order: Order, domain: OrderDomain) {
  return {
    domain,
    types: ORDER_TYPES,
    primaryType: 'Order',
    message: orderMessage(order),
  } as const satisfies TypedDataDefinition<typeof ORDER_TYPES, 'Order'>
}

/** hashStruct(Order), the id of an order: unique per chain and exchange only together with its domain. */
export function orderStructHash(order: Order): Hex {
  return hashStruct({ data: orderMessage(order), primaryType: 'Order', types: ORDER_TYPES })
}

/** The 32 bytes an EIP-712 order signature covers. */
export function orderDigest(order: Order, domain: OrderDomain): Hex {
  return hashTypedData(orderTypedData(order, domain))
}

/** The documented text for personal_sign: the 64 lower-case hex characters of the digest without 0x (wire 4). */
export function documentedText(digest: Hex): string {
  return digest.slice(2)
}

export function orderMessage(order: Order) {
  const parts = unpackSalt(order.salt)
  return {
    ...order,
    validFrom: BigInt(parts.validFrom),
    validUntil: BigInt(parts.validUntil),
    maxBuyerFee: BigInt(parts.maxBuyerFeeBps),
  }
}
