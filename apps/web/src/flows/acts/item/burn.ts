import { burnCall } from '@plinth/sdk'
import { openChain } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { transferItem } from '../../transactions/transfer-item.ts'
import { type EndsToo, endingToo, endTooCall } from '../order/end-too.ts'
import { chainOf, type HeldQuantity, sayToHolder } from './quantity-held.ts'

/** A single step (document B §4). */
export const burnFlow: Flow<HeldQuantity & EndsToo> = {
  open: async (context) => {
    context.chain = await openChain(context.chainId)
  },
  steps: [
    {
      key: 'burn',
      run: async (context, progress) => {
        const chain = chainOf(context)
        const transfer = { ...context, act: 'burn' as const, subject: context.quantity.toString(), also: await endTooCall(context) }
        context.isEnded = await transferItem(chain, burnCall(chain, context), transfer, progress).catch(sayToHolder)
      },
    },
  ],
}

/** Where the account has signed an offer of the same item. */
export const burnAndEndFlow = endingToo(burnFlow)
