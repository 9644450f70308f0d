import { type Address, isAddress } from '@plinth/protocol'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, keyOf, queryOf } from '../../lib/api.ts'
import { useWhileDown } from '../../lib/live-state.ts'

export type ItemRef = { collection: Address; tokenId: bigint; chainId: number | undefined }

/** `address:tokenId` of the address line, undefined for anything else. */
export function parseItemIds(ids: string, chain: string | null): ItemRef | undefined {
  const [collection = '', tokenId = '', ...rest] = ids.toLocaleLowerCase('en').split(':')
  if (!isAddress(collection) || !/^\d{1,78}$/.test(tokenId) || rest.length > 0) return undefined
  return { collection, tokenId: BigInt(tokenId), chainId: chain !== null && /^\d{1,15}$/.test(chain) ? Number(chain) : undefined }
}

/** Only while no live events arrive. */
const SLOW_MS = 5_000

/** An item that does not exist is an answer too (decision 7), and the cache takes no undefined. */
export const itemQuery = (ref: ItemRef) =>
  queryOptions({
    queryKey: keyOf(api.nft.detail, ref),
    queryFn: async ({ signal }) => (await api.nft.detail(ref, { signal })) ?? null,
  })
export const historyQuery = (ref: ItemRef) => queryOf(api.nft.history, ref)

export function useItem(ref: ItemRef) {
  const refetchInterval = useWhileDown(SLOW_MS)
  return useQuery({ ...itemQuery(ref), refetchInterval })
}

/** Live and finished, newest first. */
export function useAuctions(ref: ItemRef, isWanted = true) {
  const refetchInterval = useWhileDown(SLOW_MS)
  return useQuery({ ...queryOf(api.auction.list, { ...ref, page: 1, limit: 100 }), refetchInterval, enabled: isWanted })
}

export function useHistory(ref: ItemRef) {
  const refetchInterval = useWhileDown(SLOW_MS)
  return useQuery({ ...historyQuery(ref), refetchInterval })
}
