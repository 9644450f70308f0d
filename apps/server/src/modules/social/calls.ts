import { AppError, type Catalogue, type Handlers } from '@plinth/api'
import { itemKey } from '@plinth/protocol'
import type { RequestContext } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { findItem } from '../items/service.ts'
import { tellLike } from '../notices/tell.ts'
import { addNotices } from '../notices/service.ts'
import { likedItems, likeKey } from './service.ts'
import { deleteLike, insertLike } from './store.ts'

export const likeCalls = {
  add: async (context, { collection, tokenId, chainId }) => {
    const caller = context.requireCaller()
    const chain = await context.chains.resolve({ chainId, collection })
    const ref = { chainId: chain.id, collection, tokenId }
    await transact(context.db, async (tx) => {
      const item = await findItem(tx, ref)
      if (!item) throw new AppError('NOT_FOUND')
      const now = context.clock.now()
      if (await insertLike(tx, caller.address, ref, now)) await addNotices(tx, await tellLike(tx, { item, liker: caller.address, at: now }))
    })
    return {}
  },
  remove: async (context, { collection, tokenId, chainId }) => {
    const caller = context.requireCaller()
    const chain = await context.chains.resolve({ chainId, collection })
    await transact(context.db, (tx) => deleteLike(tx, caller.address, { chainId: chain.id, collection, tokenId }))
    return {}
  },
  listuserlike: async (context, { items, address, chainId }) => {
    if (!items || !address) return []
    const chains = context.chains.scope(chainId)
    const refs = items.flatMap((item) => chains.map((chain) => ({ chainId: chain.id, ...item })))
    const liked = await likedItems(context.db, address, refs)
    return [...new Set(refs.filter((ref) => liked.has(likeKey(ref))).map((ref) => itemKey(ref.collection, ref.tokenId)))]
  },
} satisfies Handlers<Catalogue['like'], RequestContext>
