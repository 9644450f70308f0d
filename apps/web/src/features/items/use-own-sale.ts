import type { ItemRecord, OrderRecord } from '@plinth/api'
import { ORDER_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { api, queryOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'

/** The viewer's own open sale of this item, also one that nobody can buy; undefined where there is none. */
export function useOwnSale({ collection, tokenId, chainId }: ItemRecord): OrderRecord | undefined {
  const { address } = useSession()
  const request = { collection, tokenId, chainId, owner: address ?? ZERO_ADDRESS, type: ORDER_TYPE.SALE }
  const { data } = useQuery({ ...queryOf(api.order.get, request), enabled: address !== undefined, retry: false })
  return data
}
