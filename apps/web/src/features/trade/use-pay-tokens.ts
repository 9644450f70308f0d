import type { PayToken } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { payTokensQuery } from '../../lib/site.ts'

/** What one can be paid in on a chain, its default first. */
export function usePayTokens(chainId: number): readonly PayToken[] {
  const { data } = useQuery(payTokensQuery(chainId))
  return (data ?? []).filter((token) => token.chainId === chainId).toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
}
