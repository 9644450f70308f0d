import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext, SharedContext } from '../context.ts'
import { listPayTokens } from '../modules/pay-tokens/service.ts'
import { committedByAuctions } from '../state/auctions/funding.ts'
import { committedByOrders } from '../state/orders/funding.ts'

export const paytokenCalls = {
  list: (context, { chainId }) =>
    listPayTokens(
      context,
      context.chains.scope(chainId).map((chain) => chain.id),
    ),
  committed: async (context, { token, chainId, exceptSalt }) => {
    const { address: account } = context.requireCaller()
    const chain = await context.chains.resolve({ chainId })
    const orders = await committedByOrders(context.db, chain.id, { token, account }, chain.now(), exceptSalt)
    const auctions = await committedByAuctions(context.db, chain.id, { token, account }, exceptSalt)
    return { chainId: chain.id, token, committed: orders.committed + auctions.committed, bids: orders.bids + auctions.bids }
  },
} satisfies Handlers<Catalogue['paytoken'], RequestContext, SharedContext>
