import type { Hex, TypedDataDefinition } from 'viem'
import { hashStruct, hashTypedData } from 'viem/utils'
import type { Address } from './address.ts'
import { ProtocolError } from './errors.ts'
import { ORDER_TYPES, type OrderDomain } from './order-signing.ts'
import { type Order, sideOf } from './orders.ts'
import { ORDER_TERMS, termsOf, unpackSalt } from './salts.ts'

/** A sale that only `taker`, who sends the transaction, can fill. The terms of its salt are ORDER_TERMS.PRIVATE. */
export type PrivateSale = { readonly order: Order; readonly taker: Address }

export const PRIVATE_SALE_TYPES = {
  PrivateSale: [
    { name: 'owner', type: 'address' },
    { name: 'taker', type: 'address' },
    { name: 'salt', type: 'uint256' },
    { name: 'validFrom', type: 'uint256' },
    { name: 'validUntil', type: 'uint256' },
    { name: 'sellAsset', type: 'Asset' },
    { name: 'buyAsset', type: 'Asset' },
    { name: 'selling', type: 'uint256' },
    { name: 'buying', type: 'uint256' },
    { name: 'sellerFee', type: 'uint256' },
  ],
  Asset: ORDER_TYPES.Asset,
} as const

/**
 * What the seller's wallet signs (EIP-712).
 * @throws ProtocolError BAD_TERMS for an order of another kind, BAD_SIDES for a bid
 */
export function privateSaleTypedData(sale: PrivateSale, domain: OrderDomain) {
  return {
    domain,
    types: PRIVATE_SALE_TYPES,
    primaryType: 'PrivateSale',
    message: privateSaleMessage(sale),
  } as const satisfies TypedDataDefinition<typeof PRIVATE_SALE_TYPES, 'PrivateSale'>
}

/** hashStruct(PrivateSale), which the operator's fee signature names. */
export function privateSaleStructHash(sale: PrivateSale): Hex {
  return hashStruct({ data: privateSaleMessage(sale), primaryType: 'PrivateSale', types: PRIVATE_SALE_TYPES })
}

export function privateSaleDigest(sale: PrivateSale, domain: OrderDomain): Hex {
  return hashTypedData(privateSaleTypedData(sale, domain))
}

function privateSaleMessage({ order, taker }: PrivateSale) {
  if (termsOf(order.salt) !== ORDER_TERMS.PRIVATE) throw new ProtocolError('BAD_TERMS', 'The salt is not that of a private sale')
  if (sideOf(order) !== 'sale') throw new ProtocolError('BAD_SIDES', 'Only a sale can be private')
  const { validFrom, validUntil } = unpackSalt(order.salt)
  return { ...order, taker, validFrom: BigInt(validFrom), validUntil: BigInt(validUntil) }
}
