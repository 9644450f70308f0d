import { AppError } from '@plinth/api'
import {
  type Address,
  documentedText,
  ERC1271_MAGIC,
  ProtocolError,
  parseSignature,
  recoverSigner,
  recoverTextSigner,
} from '@plinth/protocol'
import { type Hex, parseAbi } from 'viem'
import type { Chain } from './chain.ts'
import { isRevert } from './revert.ts'

const ERC1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

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
