import { type Order, type OrderDomain, orderDigest, toExchangeOrder } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { isStillSigned, signedFormOf } from '../../chain/signatures.ts'
import { type StoredOrder, signedOrderOf } from '../../state/orders/store.ts'

/** No bytes, or as many zero bytes as a signature has. */
const NO_SIGNATURE = /^0x(00){0,65}$/

/**
 * The form of the maker's signature: typed data, the documented text, an ERC-1271 signature of its contract, or a
 * registration on chain, which needs no signature.
 * @throws AppError BAD_SIGNATURE, CHAIN_UNREACHABLE
 */
export async function proofOf(chain: Chain, order: Order, domain: OrderDomain, signature: Hex): Promise<StoredOrder['proof']> {
  const digest = orderDigest(order, domain)
  if (NO_SIGNATURE.test(signature) && (await isRegistered(chain, order))) return 'registered'
  return signedFormOf(chain, order.owner, digest, signature)
}

/** Whether the chain would still accept the maker's signature or registration. */
export function isStillProven(chain: Chain, stored: StoredOrder): Promise<boolean> {
  return stored.proof === 'registered' ? isRegistered(chain, signedOrderOf(stored)) : isStillSigned(chain, stored.maker, stored)
}

function isRegistered(chain: Chain, order: Order): Promise<boolean> {
  const args = [toExchangeOrder(order)] as const
  const address = chain.config.contracts.exchange
  return chain.read((node) => node.readContract({ address, abi: exchangeAbi, functionName: 'isRegistered', args }))
}
