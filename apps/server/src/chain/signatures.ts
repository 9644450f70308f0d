import { type Address, ERC1271_MAGIC, isErc6492, ProtocolError, parseSignature, recoverSigner, recoverTextSigner } from '@plinth/protocol'
import { type Hex, hashMessage, isHex, size } from 'viem'
import type { Chain } from './chain.ts'

export type Signed = { readonly by: Address; readonly signature: Hex }

/**
 * Whether this account personal_signed the text: an ordinary key (low-s only), else the contract at the address
 * (ERC-1271), else one that is not deployed yet (ERC-6492). Source: decision 16.
 * @throws AppError CHAIN_UNREACHABLE when only the chain could decide
 */
export async function isTextSigned(chain: Chain, text: string, signed: Signed): Promise<boolean> {
  if (await isByKey(signed, (signature) => recoverTextSigner(text, signature))) return true
  return isByContract(chain, hashMessage(text), signed)
}

/** The same for a 32-byte digest (EIP-712). */
export async function isDigestSigned(chain: Chain, digest: Hex, signed: Signed): Promise<boolean> {
  if (await isByKey(signed, (signature) => recoverSigner(digest, signature))) return true
  return isByContract(chain, digest, signed)
}

async function isByKey(
  { by, signature }: Signed,
  recover: (parsed: ReturnType<typeof parseSignature>) => Promise<Address>,
): Promise<boolean> {
  if (size(signature) !== 65) return false
  try {
    return (await recover(parseSignature(signature))) === by
  } catch (error) {
    if (error instanceof ProtocolError) return false
    throw error
  }
}

const ERC1271_ABI = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [
      { name: 'hash', type: 'bytes32' },
      { name: 'signature', type: 'bytes' },
    ],
    outputs: [{ type: 'bytes4' }],
  },
] as const

async function isByContract(chain: Chain, digest: Hex, { by, signature }: Signed): Promise<boolean> {
  if (isErc6492(signature)) return chain.read((client) => client.verifyHash({ address: by, hash: digest, signature }))
  const code = await chain.read((client) => client.getCode({ address: by }))
  if (!isHex(code) || size(code) === 0) return false
  try {
    const answer = await chain.read((client) =>
      client.readContract({ address: by, abi: ERC1271_ABI, functionName: 'isValidSignature', args: [digest, signature] }),
    )
    return answer === ERC1271_MAGIC
  } catch (error) {
    if (isRevert(error)) return false
    throw error
  }
}

function isRevert(error: unknown): boolean {
  return error instanceof Error && error.name === 'ContractFunctionExecutionError'
}
