import { AppError } from '@plinth/api'
import {
  type Address,
  documentedText,
  ERC1271_MAGIC,
  type Order,
  type OrderDomain,
  orderDigest,
  ProtocolError,
  parseSignature,
  recoverSigner,
  recoverTextSigner,
  toExchangeOrder,
} from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { type Hex, parseAbi } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { isRevert } from '../../chain/revert.ts'
import { type StoredOrder, signedOrderOf } from '../../state/orders/store.ts'

const ERC1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

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

/** The form in which an account signed these 32 bytes. @throws AppError BAD_SIGNATURE, CHAIN_UNREACHABLE */
export async function signedFormOf(chain: Chain, account: Address, digest: Hex, signature: Hex): Promise<'typed' | 'text' | 'contract'> {
  try {
    const parsed = parseSignature(signature)
    if (parsed.v !== 0) {
      if ((await recoverSigner(digest, parsed)) === account) return 'typed'
      if ((await recoverTextSigner(documentedText(digest), parsed)) === account) return 'text'
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
  }
  if (await isValidErc1271Signature(chain, account, digest, signature)) return 'contract'
  throw new AppError('BAD_SIGNATURE')
}

/**
 * Whether the chain would still accept the maker's signature: a key's signature stays valid, an ERC-1271 one may become invalid.
 */
export async function isStillProven(chain: Chain, stored: StoredOrder): Promise<boolean> {
  const order = signedOrderOf(stored)
  if (stored.proof === 'contract') return isValidErc1271Signature(chain, order.owner, stored.digest, stored.signature)
  return stored.proof !== 'registered' || isRegistered(chain, order)
}

function isRegistered(chain: Chain, order: Order): Promise<boolean> {
  const args = [toExchangeOrder(order)] as const
  const address = chain.config.contracts.exchange
  return chain.read((node) => node.readContract({ address, abi: exchangeAbi, functionName: 'isRegistered', args }))
}

/** Whether a contract accepts a signature now (ERC-1271); false for an account without code. */
export async function isValidErc1271Signature(chain: Chain, account: Address, digest: Hex, signature: Hex): Promise<boolean> {
  const code = await chain.read((node) => node.getCode({ address: account }))
  if (code === undefined || code === '0x') return false
  return chain.read((node) =>
    node
      .readContract({ address: account, abi: ERC1271, functionName: 'isValidSignature', args: [digest, signature] })
      .then((answer) => answer === ERC1271_MAGIC)
      .catch((error: unknown) => {
        if (isRevert(error)) return false
        throw error
      }),
  )
}
