import { AppError } from '@plinth/api'
import {
  type Address,
  ASSET_TYPE,
  bulkDigestOf,
  isBulkSignature,
  ORDER_TERMS,
  ORDER_TYPE,
  type Order,
  openBulkSignature,
  orderDomain,
  ProtocolError,
  termsOf,
  toExchangeOrder,
  unpackSalt,
} from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { readOthersRoyalty } from '../../chain/royalties.ts'
import { isStillSigned, isTreeSigned, signedFormOf } from '../../chain/signatures.ts'
import { type StoredOrder, signedOrderOf } from '../../state/orders/store.ts'
import type { OrderShape } from './shape.ts'

/** No bytes, or as many zero bytes as a signature has. */
const NO_SIGNATURE = /^0x(00){0,65}$/

/** A private sale can't be registered: the exchange hashes it for the account that calls. */
type Signed = { readonly order: Order; readonly digest: Hex; readonly isRegistrable: boolean }

/**
 * The form of the maker's signature: typed data, the documented text, an ERC-1271 signature of its contract, or a
 * registration on chain, which needs no signature. The bytes of a bulk-signed order are passed on as those of a contract are.
 * @throws AppError BAD_SIGNATURE, CHAIN_UNREACHABLE
 */
export async function proofOf(chain: Chain, { order, digest, isRegistrable }: Signed, signature: Hex): Promise<StoredOrder['proof']> {
  if (isRegistrable && NO_SIGNATURE.test(signature) && (await isRegistered(chain, order))) return 'registered'
  if (isBulkSignature(signature)) {
    if (await isLeafSigned(chain, order, signature)) return 'contract'
    throw new AppError('BAD_SIGNATURE')
  }
  return signedFormOf(chain, order.owner, digest, signature)
}

/** Whether the chain would still accept the maker's signature or registration, and the royalty that its salt allows. */
export async function isStillProven(chain: Chain, stored: StoredOrder): Promise<boolean> {
  return (await isStillWanted(chain, stored)) && (await isRoyaltyKept(chain, stored))
}

export function isStillWanted(chain: Chain, stored: StoredOrder): Promise<boolean> {
  if (stored.proof === 'registered') return isRegistered(chain, signedOrderOf(stored))
  if (isBulkSignature(stored.signature)) return isLeafSigned(chain, signedOrderOf(stored), stored.signature)
  return isStillSigned(chain, stored.maker, stored)
}

/** Whether the maker signed the tree that these bytes lead to, as the exchange reads them. */
async function isLeafSigned(chain: Chain, order: Order, bytes: Hex): Promise<boolean> {
  // The typed data of a tree has plain orders alone.
  if (termsOf(order.salt) !== ORDER_TERMS.PLAIN) return false
  const { signature, digest } = treeOf(chain, order, bytes) ?? {}
  return signature !== undefined && digest !== undefined && isTreeSigned(chain, order.owner, digest, signature)
}

function treeOf(chain: Chain, order: Order, bytes: Hex) {
  try {
    const { signature, ...leaf } = openBulkSignature(bytes)
    return { signature, digest: bulkDigestOf(order, leaf, orderDomain(chain.id, chain.config.contracts.exchange)) }
  } catch (error) {
    if (error instanceof ProtocolError) return undefined
    throw error
  }
}

/** Whether the collection asks for no more royalty than the salt of the sale allows; zero allows any. */
export async function isRoyaltyKept(chain: Chain, { side, collection, tokenId, maker, salt }: StoredOrder): Promise<boolean> {
  const most = side === ORDER_TYPE.SALE ? unpackSalt(salt).maxBuyerFeeBps : 0
  if (most === 0) return true
  return (await chain.read((client) => readOthersRoyalty(client, { collection, tokenId }, maker))) <= most
}

/** The least bound there is, where the collection asks for nothing. */
const LEAST_BPS = 1

/** A new sale accepts the royalty that its collection asks for now. A minted item has that of its voucher. */
export async function mostRoyalty(chain: Chain, maker: Address, { item }: OrderShape): Promise<number> {
  const { token: collection, tokenId, assetType } = item
  if (assetType === ASSET_TYPE.MINTED) return 0
  return Math.max(LEAST_BPS, await chain.read((client) => readOthersRoyalty(client, { collection, tokenId }, maker)))
}

function isRegistered(chain: Chain, order: Order): Promise<boolean> {
  const args = [toExchangeOrder(order)] as const
  const address = chain.config.contracts.exchange
  return chain.read((node) => node.readContract({ address, abi: exchangeAbi, functionName: 'isRegistered', args }))
}
