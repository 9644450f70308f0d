import { isApproved, prepareSale, type SaleTerms } from '@plinth/sdk'
import { type Chain, openChain } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { signPrepared } from '../../engine/sign-prepared.ts'
import { approveCollection } from '../money/approval.ts'

export type SaleContext = SaleTerms & {
  chainId: number
  collectionName: string /** Not minted yet. */
  isUnminted?: boolean
  chain?: Chain
}

const chainOf = async (context: SaleContext): Promise<Chain> => {
  context.chain ??= await openChain(context.chainId)
  return context.chain
}
const approving = async (context: SaleContext) => ({ ...context, chain: await chainOf(context) })

/** Put on sale, and edit: approve the collection where it is not yet, sign and store (document B §4). */
export const saleFlow: Flow<SaleContext> = {
  steps: [
    {
      key: 'approve',
      // What its purchase mints leaves no wallet.
      isDone: async (context) => context.isUnminted === true || isApproved(await chainOf(context), context.collection),
      run: async (context, progress) => approveCollection(await approving(context), progress),
    },
    {
      key: 'sign',
      run: async (context) => {
        const chain = await chainOf(context)
        await signPrepared(chain, () => prepareSale(chain, context))
      },
    },
  ],
}
