import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext } from '../context.ts'
import { readSellingFacts } from '../read/selling.ts'

export const sellingCalls = {
  facts: async (context, { items }) => {
    const { address: account } = context.requireCaller()
    for (const { chainId } of items) context.chains.get(chainId)
    return { list: await readSellingFacts(context, account, items) }
  },
} satisfies Handlers<Catalogue['selling'], RequestContext>
