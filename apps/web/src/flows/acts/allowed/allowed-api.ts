import { ALLOWED_CALLS } from '@plinth/api'
import { clientOf } from '../../../lib/api.ts'

/** Not among the calls that the first view carries. */
export const allowedApi = clientOf(ALLOWED_CALLS).allowed
