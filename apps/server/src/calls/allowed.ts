import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext } from '../context.ts'
import { itemApprovalsOf } from '../modules/approvals/service.ts'
import { listSignatures } from '../read/signatures.ts'
import { collectionBriefs } from '../state/collections/store.ts'

export const allowedCalls = {
  approvals: async ({ db, chains, requireCaller }, { chainId }) => {
    const { address: account } = requireCaller()
    const found = (await Promise.all(chains.scope(chainId).map((chain) => itemApprovalsOf(db, chain, account)))).flat()
    const keys = found.map((approval) => ({ chainId: approval.chainId, collection: approval.address }))
    const briefs = await collectionBriefs(db, keys)
    return found.map(({ chainId: of, spender, address: collection }) => {
      const name = briefs.get(`${of}:${collection}`)?.name ?? ''
      return { chainId: of, spender, collection, name }
    })
  },
  signatures: (context, { chainId, ...page }) =>
    listSignatures(context, context.requireCaller().address, context.chains.scope(chainId), page),
} satisfies Handlers<Catalogue['allowed'], RequestContext>
