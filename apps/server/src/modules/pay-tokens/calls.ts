import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext } from '../../context.ts'
import { auctionsCommittedOf } from '../../state/auctions/funding.ts'
import { committedOf } from '../../state/orders/funding.ts'
import { listPayTokens } from './service.ts'

export const paytokenCalls = {
  list: (context, { chainId }) =>
    listPayTokens(
      context.db,
      context.chains.scope(chainId).map((chain) => chain.id),
    ),
  committed: async (context, { token, chainId, exceptSalt }) => {
    const { address: account } = context.requireCaller()
    const chain = await context.chains.resolve({ chainId })
    const orders = await committedOf(context.db, chain.id, { token, account }, chain.now(), exceptSalt)
    const auctions = await auctionsCommittedOf(context.db, chain.id, { token, account }, exceptSalt)
    return { chainId: chain.id, token, committed: orders.committed + auctions.committed, bids: orders.bids + auctions.bids }
  },
} satisfies Handlers<Catalogue['paytoken'], RequestContext>
