import { AppError } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import type { Chain } from '../../chain/chain.ts'
import { isRevert } from '../../chain/revert.ts'
import type { Context } from '../../context.ts'

/**
 * The mint signer, of those whose keys are held, that the collection accepts on chain: a collection made under a former key knows
 * that one
 * alone, and a user's collection knows none after a transfer of its ownership, until the next owner calls `addSigner`.
 * @throws AppError MINT_KEY_MISSING, CHAIN_UNREACHABLE
 */
export async function mintSignerOf(
  { signer: { mintSigners } }: Pick<Context, 'signer'>,
  chain: Chain,
  collection: { readonly address: Address; readonly signer: Address },
): Promise<Address> {
  const namedFirst = [
    ...mintSigners.filter((mintSigner) => mintSigner === collection.signer),
    ...mintSigners.filter((mintSigner) => mintSigner !== collection.signer),
  ]
  for (const mintSigner of namedFirst) if (await isSigner(chain, collection.address, mintSigner)) return mintSigner
  throw new AppError('MINT_KEY_MISSING')
}

async function isSigner(chain: Chain, address: Address, mintSigner: Address): Promise<boolean> {
  try {
    return await chain.read((node) => node.readContract({ address, abi: collection721Abi, functionName: 'isSigner', args: [mintSigner] }))
  } catch (error) {
    // Made elsewhere: it has no signers.
    if (isRevert(error)) return false
    throw error
  }
}
