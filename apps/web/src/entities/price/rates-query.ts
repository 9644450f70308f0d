import { RATE_CALLS } from '@plinth/api'
import { clientOf, queryOf } from '../../lib/api.ts'
import { fetchResource } from '../../lib/resources.ts'

/** Not among the calls that the first view carries. */
const ratesApi = clientOf(RATE_CALLS, fetchResource).rates

/** All of the market, asked for once a minute for the whole page. */
export const ratesQuery = { ...queryOf(ratesApi.list, {}), staleTime: 30_000, refetchInterval: 60_000 }
