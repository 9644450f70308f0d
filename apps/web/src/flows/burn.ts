import { type Address, TOKEN_STANDARD } from '@plinth/protocol'
import { collectionAbiOf } from './abi.ts'
import { openChain } from './context.ts'
import type { Flow } from './engine.ts'
import { moveItem } from './move-item.ts'
import { chainOf, type Held, sayToHolder } from './quantity-held.ts'

export function burnCall({ collection, tokenId, standard, quantity }: Held, owner: Address) {
  const call = { address: collection, abi: collectionAbiOf(standard), functionName: 'burn' }
  return { ...call, args: standard === TOKEN_STANDARD.ERC1155 ? [owner, tokenId, quantity] : [tokenId] }
}

/** A single step (document B §4). */
export const burnFlow: Flow<Held> = {
  open: async (context) => {
    context.chain = await openChain(context.chainId)
  },
  steps: [
    {
      key: 'burn',
      run: async (context, progress) => {
        const chain = chainOf(context)
        const move = { ...context, act: 'burn' as const, subject: context.quantity.toString() }
        await moveItem(chain, burnCall(context, chain.account), move, progress).catch(sayToHolder)
      },
    },
  ],
}
