import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext, SharedContext } from '../context.ts'
import { ratesNow } from '../modules/rates/service.ts'

export const rateCalls = { list: (context) => ratesNow(context) } satisfies Handlers<Catalogue['rates'], RequestContext, SharedContext>
