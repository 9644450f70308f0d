import { AppError } from '@plinth/api'
import {
  documentedText,
  ERC1271_MAGIC,
  type Order,
  type OrderDomain,
  orderDigest,
  ProtocolError,
  parseSignature,
  recoverSigner,
  recoverTextSigner,
} from '@plinth/protocol'
import { type Hex, parseAbi } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { StoredOrder } from './store.ts'

const ERC1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

/**
 * In which form the maker signed this order: typed data, the documented text, or by his contract's word (ERC-1271).
 * @throws AppError BAD_SIGNATURE, CHAIN_UNREACHABLE
 */
export async function proofOf(chain: Chain, order: Order, domain: OrderDomain, signature: Hex): Promise<StoredOrder['proof']> {
  const digest = orderDigest(order, domain)
  try {
    const parsed = parseSignature(signature)
    if (parsed.v !== 0) {
      if ((await recoverSigner(digest, parsed)) === order.owner) return 'typed'
      if ((await recoverTextSigner(documentedText(digest), parsed)) === order.owner) return 'text'
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
  }
  if (await isContractsWord(chain, order, digest, signature)) return 'contract'
  throw new AppError('BAD_SIGNATURE')
}

async function isContractsWord(chain: Chain, order: Order, digest: Hex, signature: Hex): Promise<boolean> {
  const code = await chain.ask((node) => node.getCode({ address: order.owner }))
  if (code === undefined || code === '0x') return false
  return chain.ask((node) =>
    node
      .readContract({ address: order.owner, abi: ERC1271, functionName: 'isValidSignature', args: [digest, signature] })
      .then((answer) => answer === ERC1271_MAGIC)
      .catch((error: unknown) => {
        if (isRevert(error)) return false
        throw error
      }),
  )
}

/** The contract answered, with a revert or with nothing that can be read: not what was asked for, and final. */
export function isRevert(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (
      /^(ContractFunctionRevertedError|ContractFunctionZeroDataError|ExecutionRevertedError|AbiDecoding|AnswerTooLarge|IntegerOutOfRange|PositionOutOfBounds|InvalidBytesBoolean)/.test(
        cause.name,
      )
    )
      return true
  return false
}
