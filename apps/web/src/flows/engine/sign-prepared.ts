import { ApiError } from '@plinth/api'
import type { SignatureRequest } from '@plinth/sdk'
import { toast } from '../../kit/toast.tsx'
import { failureOf } from '../../wallet/errors.ts'
import { showAsked } from './asked.ts'
import { type Chain, requireSameAccount } from './context.ts'

/** Prepares on the wallet's chain, has it signed, and hands the signature to the server. */
export async function signPrepared(chain: Chain, prepare: () => Promise<SignatureRequest>): Promise<void> {
  const { wallet, chainId } = chain
  await wallet.switchChain(chainId)
  const { typedData, submit } = await prepare().catch(popUp)
  requireSameAccount(chain)
  showAsked(chain, { kind: 'signature', typedData })
  await submit(await wallet.signTypedData(typedData))
}

/** A refusal of the server, beside the sentence under the step (document B §8). */
function popUp(error: unknown): never {
  if (error instanceof ApiError) toast(failureOf(error).text, 'bad')
  throw error
}
