import type { PrivateSaleRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { itemPath } from '../lib/links.ts'
import { useWhileDown } from '../lib/live-state.ts'
import { privateSaleApi } from '../lib/private-sale-api.ts'
import { useSession } from '../lib/session.ts'

/** Only while no live events arrive. */
const SLOW_MS = 5_000

type Ref = { chainId: number; collection: Address; tokenId: bigint }

/** The item's page; it says if there is no private sale for its reader. */
export const privateSalePath = (ref: Ref): string => `${itemPath(ref)}&private`

export type PrivateSales = {
  sales: readonly PrivateSaleRecord[]
  /** The viewer is signed in and was answered. */
  isKnown: boolean
  /** The viewer's own, beside which it can sign no other sale. */
  own: PrivateSaleRecord | undefined
}

/** Private sales to the viewer and by it; other accounts, and visitors, have none. */
export function usePrivateSales({ chainId, collection, tokenId }: Ref): PrivateSales {
  const { address, status } = useSession()
  const isSignedIn = status === 'loggedIn' && address !== undefined
  const refetchInterval = useWhileDown(SLOW_MS)
  const input = { chainId, collection, tokenId }
  const { data } = useQuery({
    queryKey: ['privateSale.forItem', input, address],
    queryFn: ({ signal }) => privateSaleApi.forItem(input, { signal }),
    enabled: isSignedIn,
    refetchInterval,
    retry: false,
  })
  const sales = isSignedIn && data ? data : []
  return { sales, isKnown: isSignedIn && data !== undefined, own: sales.find(({ maker }) => maker === address) }
}
