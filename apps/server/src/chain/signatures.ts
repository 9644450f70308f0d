import { AppError } from '@plinth/api'
import {
  type Address,
  documentedText,
  ERC1271_MAGIC,
  isErc6492,
  ProtocolError,
  parseSignature,
  recoverSigner,
  recoverTextSigner,
} from '@plinth/protocol'
import { ContractFunctionExecutionError, type Hex, hashMessage, parseAbi } from 'viem'
import type { Chain } from './chain.ts'
import { isRevert } from './revert.ts'

const ERC1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

export type Signed = { readonly by: Address; readonly signature: Hex }

/**
 * Whether this account personal_signed the text: an ordinary key (low-s only), else the contract at the address
 * (ERC-1271), else one that is not deployed yet (ERC-6492). Source: decision 16.
 * @throws AppError CHAIN_UNREACHABLE when only the chain could decide
 */
export async function isTextSigned(chain: Chain, text: string, { by, signature }: Signed): Promise<boolean> {
  const signer = await signerOf(signature, (parsed) => recoverTextSigner(text, parsed))
  if (signer === by) return true
  const hash = hashMessage(text)
  if (isErc6492(signature)) return chain.read((client) => client.verifyHash({ address: by, hash, signature }))
  return isValidErc1271Signature(chain, by, hash, signature).catch((error: unknown) => {
    // Out of gas, for example: for a login that is a refusal as well.
    if (error instanceof ContractFunctionExecutionError) return false
    throw error
  })
}

/** The form in which an account signed these 32 bytes. @throws AppError BAD_SIGNATURE, CHAIN_UNREACHABLE */
export async function signedFormOf(chain: Chain, account: Address, digest: Hex, signature: Hex): Promise<'typed' | 'text' | 'contract'> {
  if ((await signerOf(signature, (parsed) => recoverSigner(digest, parsed))) === account) return 'typed'
  if ((await signerOf(signature, (parsed) => recoverTextSigner(documentedText(digest), parsed))) === account) return 'text'
  if (await isValidErc1271Signature(chain, account, digest, signature)) return 'contract'
  throw new AppError('BAD_SIGNATURE')
}

/** Whether an account signed a tree of orders: as typed data or by its contract, never as the documented text. */
export async function isTreeSigned(chain: Chain, account: Address, digest: Hex, signature: Hex): Promise<boolean> {
  if ((await signerOf(signature, (parsed) => recoverSigner(digest, parsed))) === account) return true
  return isValidErc1271Signature(chain, account, digest, signature)
}

/** What was stored of a signature when its form was found. */
type StoredSignature = { readonly proof: string; readonly digest: Hex; readonly signature: Hex }

/** Whether the chain would still accept a signature: a key's stays valid, an ERC-1271 one may become invalid. */
export async function isStillSigned(chain: Chain, account: Address, { proof, digest, signature }: StoredSignature): Promise<boolean> {
  return proof !== 'contract' || isValidErc1271Signature(chain, account, digest, signature)
}

/** Whether a contract accepts a signature now (ERC-1271); false for an account without code. */
async function isValidErc1271Signature(chain: Chain, account: Address, digest: Hex, signature: Hex): Promise<boolean> {
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

/** The key that made a signature of 65 bytes; undefined for any other signature. */
async function signerOf(
  signature: Hex,
  recover: (parsed: ReturnType<typeof parseSignature>) => Promise<Address>,
): Promise<Address | undefined> {
  try {
    return await recover(parseSignature(signature))
  } catch (error) {
    if (error instanceof ProtocolError) return undefined
    throw error
  }
}
