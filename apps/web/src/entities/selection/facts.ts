import type { SellingFacts } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { rowKey } from '../../lib/rows.ts'
import { sellingApi } from '../../lib/selling-api.ts'
import { useSession } from '../../lib/session.ts'
import { useRested } from '../../lib/use-rested.ts'
import type { PickedWork } from './selection.ts'

/** The server takes so many works in one question. */
const AT_ONCE = 200

export type FactsByWork = ReadonlyMap<string, SellingFacts>
const FRESH_MS = 60_000
const FACTS_KEY = 'selling.facts'

/** Asks for the prices around any number of works; the server leaves out hidden ones. */
async function fetchFacts(works: readonly PickedWork[], signal: AbortSignal): Promise<FactsByWork> {
  const parts = Array.from({ length: Math.ceil(works.length / AT_ONCE) }, (_, at) => works.slice(at * AT_ONCE, (at + 1) * AT_ONCE))
  const found = await Promise.all(parts.map((items) => sellingApi.facts({ items }, { signal })))
  return new Map(found.flatMap(({ list }) => list.map((facts) => [rowKey(facts.item), facts] as const)))
}

/** The work that a key of `rowKey` names. */
function workOfKey(key: string): PickedWork {
  const [chainId = '', collection = '', tokenId = ''] = key.split(':')
  return { chainId: Number(chainId), collection: toAddress(collection), tokenId: BigInt(tokenId) }
}

/** Facts of works by key. It asks once the picking rests; until then the old facts stay, without `isCurrent`. */
export function useFacts(keys: readonly string[]) {
  const { address, status } = useSession()
  const asked = keys.join()
  const rested = useRested(asked)
  const query = useQuery({
    queryKey: [FACTS_KEY, address, rested],
    queryFn: ({ signal }) => fetchFacts(rested.split(',').map(workOfKey), signal),
    enabled: status === 'loggedIn' && rested !== '',
    placeholderData: keepPreviousData,
    // A wallet's window takes the focus in the middle of an act: rows must not change under it.
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return { ...query, isCurrent: rested === asked && query.isSuccess && !query.isPlaceholderData }
}
