import { SELLING_CALLS } from '@plinth/api'
import { clientOf } from './api.ts'

/** Not among the calls that the first view carries. */
export const sellingApi = clientOf(SELLING_CALLS).selling
