import { OPERATOR_CALLS } from '@plinth/api'
import { clientOf } from '../../lib/api.ts'

/** The console's calls, which no other page carries. */
export const operatorApi = clientOf(OPERATOR_CALLS).operator
