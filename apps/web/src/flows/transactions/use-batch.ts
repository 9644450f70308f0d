import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../lib/session.ts'
import { loadWallet } from '../../wallet/load.ts'
import { BATCH_QUERY } from './transact.ts'

/** Whether the account's wallet sends several calls as one transaction; false until it has said so. */
export function useBatch(chainId: number): boolean {
  const { address } = useSession()
  const { data = false } = useQuery({
    queryKey: [BATCH_QUERY, chainId, address],
    queryFn: async () => (await loadWallet()).canBatch(chainId),
    enabled: address !== undefined,
    retry: false,
  })
  return data
}
