import type { BoxRecord } from '@plinth/api'
import { TIMERS_MS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { isTicket } from '../../../entities/box.ts'
import { useApproved } from '../../../flows/approval.ts'
import { openChain } from '../../../flows/context.ts'
import { useSession } from '../../../lib/session.ts'

/** How many of the tickets the viewer holds, undefined until read, and whether the market may take them. */
export function useTickets(box: BoxRecord): { held: bigint | undefined; isApproved: boolean } {
  const { address } = useSession()
  const { chainId, payTokenAddress: collection, payTokenTokenId: tokenId } = box
  const { data: held } = useQuery({
    queryKey: ['wallet.tickets', chainId, collection, tokenId, address],
    queryFn: async () => {
      const { wallet, account } = await openChain(chainId)
      return wallet.itemBalance(chainId, { collection, tokenId }, account)
    },
    enabled: address !== undefined && isTicket(box),
    refetchInterval: TIMERS_MS.heartbeat,
    staleTime: 0,
    retry: false,
  })
  const isApproved = useApproved(isTicket(box) ? { chainId, collection } : undefined)
  return { held, isApproved }
}
