import type { FormerApproval } from '@plinth/api'
import { ALLOWANCE_ABI, COLLECTION_ABI } from '@plinth/sdk'
import { api } from '../../../lib/api.ts'
import { openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'
import { chainOf, type HeldQuantity } from '../item/quantity-held.ts'

export type FormerApprovalContext = { approval: FormerApproval; chain?: HeldQuantity['chain'] }

/** Ends what the proxy of a former edition may still move, until the market knows it. */
export const takeBackApprovalFlow: Flow<FormerApprovalContext> = {
  open: async (context) => {
    context.chain = await openChain(context.approval.chainId)
  },
  steps: [
    {
      key: 'revoke',
      run: async (context, progress) => {
        const { approval } = context
        const { address, spender, name, chainId } = approval
        const call = approval.isItems
          ? { address, abi: COLLECTION_ABI, functionName: 'setApprovalForAll', args: [spender, false] }
          : { address, abi: ALLOWANCE_ABI, functionName: 'approve', args: [spender, 0n] }
        const about = { act: 'takeBack' as const, title: name, item: undefined, subject: `${address} ${spender}` }
        await transact(chainOf(context), progress.resume === undefined ? call : undefined, about, progress)
        await untilIndexed(async () => {
          const left = await api.user.approvals({ chainId })
          return left.every((one) => one.address !== address || one.spender !== spender)
        })
      },
    },
  ],
}
