import { ApiError, type ItemRecord, type OrderRecord } from '@plinth/api'
import { ORDER_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { api, queryOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'

/** The viewer's own open sale of this item, also one that nobody can buy; undefined where there is none. */
export function useOwnSale({ collection, tokenId, chainId }: ItemRecord): OrderRecord | undefined {
  const { address } = useSession()
  const request = { collection, tokenId, chainId, owner: address ?? ZERO_ADDRESS, type: ORDER_TYPE.SALE }
  const { data } = useQuery({
    queryKey: queryOf(api.order.get, request).queryKey,
    queryFn: ({ signal }) => api.order.get(request, { signal }).catch(noneIfGone),
    enabled: address !== undefined,
  })
  return data ?? undefined
}

/** No open sale is an answer; kept as null, so that a sale that has ended does not linger. */
function noneIfGone(error: unknown): null {
  if (error instanceof ApiError && error.code === 'ORDER_NOT_FOUND') return null
  throw error
}
