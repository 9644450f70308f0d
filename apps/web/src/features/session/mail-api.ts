import { MAIL_CALLS } from '@plinth/api'
import { clientOf } from '../../lib/api.ts'

/** Not among the calls that the first view carries. */
export const mailApi = clientOf(MAIL_CALLS).user
