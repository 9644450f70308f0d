import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext } from '../context.ts'
import { likeItem, listLikedKeys, unlikeItem } from '../modules/social/service.ts'

export const likeCalls = {
  add: async (context, { collection, tokenId, chainId }) => {
    const { address } = context.requireCaller()
    const chain = await context.chains.resolveForWrite({ chainId, collection, tokenId })
    await likeItem(context, address, { chainId: chain.id, collection, tokenId })
    return {}
  },
  remove: async (context, { collection, tokenId, chainId }) => {
    const { address } = context.requireCaller()
    const chain = await context.chains.resolveForWrite({ chainId, collection, tokenId })
    await unlikeItem(context, address, { chainId: chain.id, collection, tokenId })
    return {}
  },
  listuserlike: async (context, { items, address, chainId }) => {
    if (!items || !address) return []
    const chains = context.chains.scope(chainId)
    const refs = items.flatMap((item) => chains.map((chain) => ({ chainId: chain.id, ...item })))
    return listLikedKeys(context, address, refs)
  },
} satisfies Handlers<Catalogue['like'], RequestContext>
