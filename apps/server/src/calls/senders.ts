import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext } from '../context.ts'
import { officialSenders } from '../modules/senders/service.ts'

export const tyCalls = {
  listset: async (context, { chainId }) => [...(await officialSenders(context.db, context.chains.scope(chainId))).values()].flat(),
} satisfies Handlers<Catalogue['ty'], RequestContext>
