import { type Address, BOX_REQUEST_STATUS } from '@plinth/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, pagesOf, queryOf } from '../../lib/api.ts'
import { useWhileDown } from '../../lib/live-state.ts'

/** Of the address line; undefined for anything that names no series. */
export const parseBoxId = (ids: string): bigint | undefined => (/^\d{1,18}$/.test(ids) ? BigInt(ids) : undefined)

/** Only while no live events arrive. */
const SLOW_MS = 5_000
const LIMIT = 20

export function useBox(boxId: bigint) {
  const refetchInterval = useWhileDown(SLOW_MS)
  const query = queryOf(api.blind['box.detail'], { boxId })
  // That there is none is an answer too (decision 7), and the cache takes no undefined.
  return useQuery({
    queryKey: query.queryKey,
    queryFn: async ({ signal }) => (await api.blind['box.detail']({ boxId }, { signal })) ?? null,
    refetchInterval,
  })
}

/** Its kinds, in the order that the chain counts. */
export function usePrizes(boxId: bigint) {
  const refetchInterval = useWhileDown(SLOW_MS)
  return useQuery({ ...queryOf(api.blind['box.nfts'], { boxId }), refetchInterval })
}

export const useBoxHistory = (boxId: bigint) => useInfiniteQuery(pagesOf(api.blind['box.history'], { boxId, page: 1, limit: LIMIT }))

/** The viewer's own requests, the newest first. Paid requests that are still pending are polled too. */
export function useMyOpenings(boxId: bigint, buyer: Address | undefined, isOnItsWay: boolean) {
  const whileDown = useWhileDown(SLOW_MS)
  // A visitor has none; the call is never made with this address.
  const query = queryOf(api.blind['box.history'], { boxId, ...(buyer ? { buyer } : {}), page: 1, limit: LIMIT })
  return useQuery({
    ...query,
    queryKey: [...query.queryKey, 'mine'],
    enabled: buyer !== undefined,
    refetchInterval: ({ state }) =>
      isOnItsWay || state.data?.list.some(({ status }) => status === BOX_REQUEST_STATUS.WAITING) ? SLOW_MS : whileDown,
  })
}

/** What the contract keeps for the viewer. */
export function useKept(boxId: bigint, account: Address | undefined) {
  const refetchInterval = useWhileDown(SLOW_MS)
  const query = queryOf(api.blind['box.kept'], { boxId, account: account ?? ('' as Address) })
  return useQuery({ ...query, enabled: account !== undefined, refetchInterval })
}
