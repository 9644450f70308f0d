import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext } from '../context.ts'
import { formerApprovalsOf } from '../modules/approvals/service.ts'
import { allPayTokens } from '../modules/pay-tokens/service.ts'
import { collectionBriefs } from '../state/collections/store.ts'

export const approvalCalls = {
  approvals: async (context, { chainId }) => {
    const { address } = context.requireCaller()
    const chains = context.chains.scope(chainId)
    const found = (await Promise.all(chains.map((chain) => formerApprovalsOf(context.db, chain, address)))).flat()
    const briefs = await collectionBriefs(
      context.db,
      found.map((approval) => ({ chainId: approval.chainId, collection: approval.address })),
    )
    const tokens = await allPayTokens(
      context.db,
      chains.map((chain) => chain.id),
    )
    return found.map((approval) => {
      const key = `${approval.chainId}:${approval.address}`
      const token = tokens.find((one) => one.chainId === approval.chainId && one.address === approval.address)
      const name = (approval.isItems ? briefs.get(key)?.name : token?.symbol) ?? ''
      return { ...approval, name, decimals: token?.decimals ?? 0 }
    })
  },
} satisfies Handlers<Pick<Catalogue['user'], 'approvals'>, RequestContext>
