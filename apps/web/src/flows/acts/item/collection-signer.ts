import type { Collection } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { addSignerCall, isSigner } from '@plinth/sdk'
import { type Chain, openChain } from '../../engine/context.ts'
import type { Progress } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'

export type Signing = { chain: Chain; collection: Address; collectionName: string }

/** Whether the collection takes vouchers of the market's present mint signer. */
export function takesSigner({ chain, collection }: Pick<Signing, 'chain' | 'collection'>): Promise<boolean> {
  return isSigner(chain, collection, chain.config.miner)
}

export function addSigner({ chain, collection, collectionName }: Signing, progress: Progress): Promise<void> {
  return transact(
    chain,
    addSignerCall(chain, collection),
    { act: 'addSigner', title: collectionName, item: undefined, subject: collection },
    progress,
  )
}

/** How long the dialog waits for a node. */
const PATIENCE_MS = 3_000

/**
 * Whether its owner has to name the market's signer before a mint: the signers of a user's collection end with each transfer of
 * its ownership. False where that cannot be read in time; the server's refusal of the voucher says it then.
 */
export function lacksSigner(collection: Collection): Promise<boolean> {
  const tooLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS))
  return Promise.race([readLack(collection), tooLate])
}

async function readLack({ address, chainId, isOfficial, signer }: Collection): Promise<boolean> {
  if (isOfficial || address === '') return false
  try {
    const chain = await openChain(chainId)
    // A collection keeps the mint signer it was created with; the market may have changed its own since.
    return !(await takesSigner({ chain, collection: address })) && !(await isSigner(chain, address, signer))
  } catch {
    return false
  }
}
