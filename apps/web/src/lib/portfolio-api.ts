import { PORTFOLIO_CALLS } from '@plinth/api'
import { clientOf } from './api.ts'

/** Not among the calls that the first view carries. */
export const portfolioApi = clientOf(PORTFOLIO_CALLS).portfolio
