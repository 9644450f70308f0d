import { PAGE } from '@plinth/protocol'
import { api, queryOf } from '../../lib/api.ts'

/** What home shows of the boxes; it is asked for before the code that shows it. */
export const newestBoxes = queryOf(api.blind['box.list'], { page: 1, limit: PAGE.homeBoxes, chainId: -1 })
