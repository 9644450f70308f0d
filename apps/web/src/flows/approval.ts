import type { Address } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../lib/session.ts'
import { COLLECTION_ABI } from './abi.ts'
import { type Chain, openChain } from './context.ts'
import type { Progress } from './engine.ts'
import { transact } from './transact.ts'

export type Approving = { chain: Chain; collection: Address; collectionName: string }

/** Whether the market may already move this account's items of the collection (document B §4). */
export function isApproved({ chain, collection }: Approving): Promise<boolean> {
  const { wallet, account, chainId, config } = chain
  const args = [account, config.contract.transferProxy]
  return wallet.read<boolean>({ chainId, address: collection, abi: COLLECTION_ABI, functionName: 'isApprovedForAll', args })
}

export function approveCollection({ chain, collection, collectionName }: Approving, progress: Progress): Promise<void> {
  const call = {
    address: collection,
    abi: COLLECTION_ABI,
    functionName: 'setApprovalForAll',
    args: [chain.config.contract.transferProxy, true],
  }
  return transact(chain, call, { act: 'approve', title: collectionName, item: undefined, subject: collection }, progress)
}

/** For screens that show the step before anything runs; false while unknown. `at` is the contract to approve. */
export function useApproved(item: { chainId: number; collection: Address } | undefined, at?: Address): boolean {
  const { address } = useSession()
  const { data } = useQuery({
    queryKey: ['wallet.approved', item?.chainId, item?.collection, at, address],
    queryFn: async () => {
      if (!item) return false
      return isApproved({ chain: await openChain(item.chainId, at), collection: item.collection, collectionName: '' })
    },
    enabled: item !== undefined && address !== undefined,
    retry: false,
  })
  return data === true
}
