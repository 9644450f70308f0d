import { type Address, isAddress } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useTray } from '../../flows/tray.ts'
import { api, queryOf } from '../../lib/api.ts'

export type ItemRef = { collection: Address; tokenId: bigint; chainId: number | undefined }

/** `address:tokenId` of the address line, undefined for anything else. */
export function parseItemIds(ids: string, chain: string | null): ItemRef | undefined {
  const [collection = '', tokenId = '', ...rest] = ids.toLocaleLowerCase('en').split(':')
  if (!isAddress(collection) || !/^\d{1,78}$/.test(tokenId) || rest.length > 0) return undefined
  return { collection, tokenId: BigInt(tokenId), chainId: chain !== null && /^\d{1,15}$/.test(chain) ? Number(chain) : undefined }
}

const QUICK_MS = 1_500

/** While something of this browser's is on its way to this item, it is asked often; until live news tells it. */
export function useQuickly(ref: ItemRef): number | false {
  const tray = useTray()
  const isPending = tray.some(
    ({ status, item }) => status === 'pending' && item?.collection === ref.collection && item.tokenId === ref.tokenId.toString(),
  )
  return isPending ? QUICK_MS : false
}

export function useItem(ref: ItemRef) {
  const refetchInterval = useQuickly(ref)
  // An item that does not exist is an answer too (decision 7), and the cache takes no undefined.
  const query = queryOf(api.nft.detail, ref)
  return useQuery({
    queryKey: query.queryKey,
    queryFn: async ({ signal }) => (await api.nft.detail(ref, { signal })) ?? null,
    refetchInterval,
  })
}

export function useHistory(ref: ItemRef) {
  const refetchInterval = useQuickly(ref)
  return useQuery({ ...queryOf(api.nft.history, ref), refetchInterval })
}
