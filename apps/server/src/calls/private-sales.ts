import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext, SharedContext } from '../context.ts'
import { signPrivateFill } from '../modules/orders/service.ts'
import { listPrivateSales, privateSalesOf } from '../read/private-sales.ts'

export const privateSaleCalls = {
  forItem: async (context, { chainId, collection, tokenId }) => {
    const chain = await context.chains.resolve({ chainId, collection, tokenId })
    return privateSalesOf(context, { chainId: chain.id, collection, tokenId })
  },
  mine: (context, { chainId, ...page }) =>
    listPrivateSales(
      context,
      { chainIds: context.chains.scope(chainId).map(({ id }) => id), maker: context.requireCaller().address },
      page,
    ),
  buyerFee: (context, input) => signPrivateFill(context, input),
} satisfies Handlers<Catalogue['privateSale'], RequestContext, SharedContext>
