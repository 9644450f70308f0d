import type { ItemRecord, PrivateSaleRecord } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { useWhileDown } from '../lib/live-state.ts'
import { useSession } from '../lib/session.ts'

/** Only while no live events arrive. */
const SLOW_MS = 5_000

export type PrivateSales = {
  sales: readonly PrivateSaleRecord[]
  /** The viewer is signed in and was answered. */
  isKnown: boolean
  /** The viewer's own, beside which it can sign no other sale. */
  own: PrivateSaleRecord | undefined
}

/** Private sales to the viewer and by it; other accounts, and visitors, have none. The code that asks comes after the page. */
export function usePrivateSales({ chainId, collection, tokenId }: Pick<ItemRecord, 'chainId' | 'collection' | 'tokenId'>): PrivateSales {
  const { address, status } = useSession()
  const isSignedIn = status === 'loggedIn' && address !== undefined
  const refetchInterval = useWhileDown(SLOW_MS)
  const input = { chainId, collection, tokenId }
  const { data } = useQuery({
    queryKey: ['privateSale.forItem', input, address],
    queryFn: async () => (await import('../lib/private-sale-api.ts')).privateSaleApi.forItem(input),
    enabled: isSignedIn,
    refetchInterval,
    retry: false,
  })
  const sales = isSignedIn && data ? data : []
  return { sales, isKnown: isSignedIn && data !== undefined, own: sales.find(({ maker }) => maker === address) }
}
