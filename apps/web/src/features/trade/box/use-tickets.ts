import type { BoxRecord } from '@plinth/api'
import { TIMERS_MS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { isTicket } from '../../../entities/box.ts'
import { useApproved } from '../../../flows/acts/money/approval.ts'
import { itemBalanceQuery } from '../../../flows/session/item-balance.ts'
import { useSession } from '../../../lib/session.ts'

/** How many of the tickets the viewer holds, undefined until read, and whether the market may take them. */
export function useTickets(box: BoxRecord): { held: bigint | undefined; isApproved: boolean } {
  const { address } = useSession()
  const { chainId, payTokenAddress: collection, payTokenTokenId: tokenId } = box
  const ticket = itemBalanceQuery({ chainId, collection, tokenId }, address)
  const { data: held } = useQuery({
    ...ticket,
    enabled: address !== undefined && isTicket(box),
    refetchInterval: TIMERS_MS.heartbeat,
  })
  const isApproved = useApproved(isTicket(box) ? { chainId, collection } : undefined, box.contract)
  return { held, isApproved }
}
