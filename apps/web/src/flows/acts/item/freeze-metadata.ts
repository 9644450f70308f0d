import { AppError, type ErrorCode } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { COLLECTION_ABI } from '@plinth/sdk'
import { api } from '../../../lib/api.ts'
import { failureOf } from '../../../wallet/errors.ts'
import { type Chain, openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'
import { chainOf } from './quantity-held.ts'

export type FreezeContext = { chainId: number; collection: Address; name: string; chain?: Chain }

/** The node did not answer, which says nothing about the contract. */
const SILENT: readonly ErrorCode[] = ['NETWORK_FAILURE', 'CHAIN_UNREACHABLE', 'TOO_MANY_REQUESTS']

/** Collections of the first edition have no such function. @throws AppError METADATA_NOT_FREEZABLE */
async function isFrozen({ wallet, chainId }: Chain, address: Address): Promise<boolean> {
  const call = { chainId, address, abi: COLLECTION_ABI, functionName: 'isTokenURIPrefixFrozen', args: [] }
  return wallet.read<boolean>(call).catch((error: unknown) => {
    if (SILENT.includes(failureOf(error).code)) throw error
    throw new AppError('METADATA_NOT_FREEZABLE')
  })
}

/** Gives up, for every later owner too, the right to change what the token URIs of a collection begin with. */
export const freezeMetadataFlow: Flow<FreezeContext> = {
  open: async (context) => {
    context.chain = await openChain(context.chainId)
    await isFrozen(context.chain, context.collection)
  },
  steps: [
    {
      key: 'freeze',
      run: async (context, progress) => {
        const { chainId, collection, name } = context
        const chain = chainOf(context)
        if (!(await isFrozen(chain, collection))) {
          const call = { address: collection, abi: COLLECTION_ABI, functionName: 'freezeTokenURIPrefix', args: [] }
          await transact(chain, call, { act: 'freezeMetadata', title: name, item: undefined, subject: collection }, progress)
        }
        // A prefix that leads to a web address is frozen as well, but says nothing about what that site answers.
        await untilIndexed(async () => {
          const info = await api.contract.info({ collection, chainId })
          return 'metadataState' in info && info.metadataState !== 'changeable'
        })
      },
    },
  ],
}
