import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CartLine } from '../../../entities/cart/cart.ts'
import { keyOf } from '../../../lib/api.ts'
import { cartApi } from '../../../lib/cart-api.ts'
import { useWhileDown } from '../../../lib/live-state.ts'
import { useSession } from '../../../lib/session.ts'
import { type Judged, judgeAll } from './judge.ts'

/** Only while no live events arrive. */
const SLOW_MS = 5_000

export type Check = {
  readonly lines: readonly Judged[]
  /** Unix milliseconds; 0 before the first. */
  readonly at: number
  /** The answer is about these very lines. */
  readonly isWhole: boolean
  readonly hasFailed: boolean
}

/** Asks for the present price of each line: on opening, at events about a line, and as lines change (CART-03). */
export function useCheck(lines: readonly CartLine[]): Check {
  const { address } = useSession()
  const refetchInterval = useWhileDown(SLOW_MS)
  const asked = lines.map(({ chainId, collection, tokenId, seller, salt, quantity }) => ({
    chainId,
    collection,
    tokenId,
    seller,
    salt,
    quantity,
  }))
  const { data, dataUpdatedAt, isPlaceholderData, isError } = useQuery({
    queryKey: [...keyOf(cartApi.check, { lines: asked }), address],
    queryFn: ({ signal }) => cartApi.check({ lines: asked }, { signal }),
    enabled: lines.length > 0,
    staleTime: 0,
    // A line fewer or more leaves the others as they were found.
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  const judged = useMemo(() => judgeAll(lines, data?.list), [lines, data])
  return { lines: judged, at: isPlaceholderData ? 0 : dataUpdatedAt, isWhole: data !== undefined && !isPlaceholderData, hasFailed: isError }
}
