import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { operatorApi } from './operator-api.ts'

const KEPT_MS = 5 * 60_000

/** The console's role of the account that is signed in; undefined without one. */
export function useRole(): string | undefined {
  const { status, address } = useSession()
  const { data } = useQuery({
    queryKey: [...keyOf(operatorApi.me), address],
    queryFn: ({ signal }) => operatorApi.me({}, { signal }),
    enabled: status === 'loggedIn',
    staleTime: KEPT_MS,
    retry: false,
  })
  return status === 'loggedIn' && data?.role ? data.role : undefined
}
