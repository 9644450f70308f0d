import type { Address } from '@plinth/protocol'
import { approveCall, isApproved } from '@plinth/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../lib/session.ts'
import { type Chain, openChain } from '../../engine/context.ts'
import type { Progress } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'

export type Approving = { chain: Chain; collection: Address; collectionName: string }

/** Lets the market move this account's items of the collection (document B §4). */
export function approveCollection({ chain, collection, collectionName }: Approving, progress: Progress): Promise<void> {
  const about = { act: 'approve' as const, title: collectionName, item: undefined, subject: collection }
  return transact(chain, approveCall(chain, collection), about, progress)
}

/** For screens that show the step before anything runs; false while unknown. `at` is the contract to approve. */
export function useApproved(item: { chainId: number; collection: Address } | undefined, at?: Address): boolean {
  const { address } = useSession()
  const { data } = useQuery({
    queryKey: ['wallet.approved', item?.chainId, item?.collection, at, address],
    queryFn: async () => {
      if (!item) return false
      return isApproved(await openChain(item.chainId, at), item.collection)
    },
    enabled: item !== undefined && address !== undefined,
    retry: false,
  })
  return data === true
}
