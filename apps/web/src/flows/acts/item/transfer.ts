import type { Address } from '@plinth/protocol'
import { requireWallet, transferCall } from '@plinth/sdk'
import { openChain } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { transferItem } from '../../transactions/transfer-item.ts'
import { type EndsToo, endingToo, endTooCall } from '../order/end-too.ts'
import { chainOf, type HeldQuantity, sayToHolder } from './quantity-held.ts'

export type TransferContext = HeldQuantity & EndsToo & { to: Address }

/** How a transaction that is on its way is known again. */
export const transferSubject = ({ to, quantity }: Pick<TransferContext, 'to' | 'quantity'>): string => `${to} ${quantity}`

export function readTransferSubject(subject: string): { to: string; quantity: string } {
  const [to = '', quantity = '1'] = subject.split(' ')
  return { to, quantity }
}

/** A single step (document B §4). */
export const transferFlow: Flow<TransferContext> = {
  open: async (context) => {
    context.chain = await openChain(context.chainId)
    if (!context.isSent) await requireWallet(context.chain, context.to)
  },
  steps: [
    {
      key: 'transfer',
      run: async (context, progress) => {
        const chain = chainOf(context)
        const transfer = { ...context, act: 'transfer' as const, subject: transferSubject(context), also: await endTooCall(context) }
        context.isEnded = await transferItem(chain, transferCall(chain, context, context.to), transfer, progress).catch(sayToHolder)
      },
    },
  ],
}

/** Where the account has signed an offer of the same item. */
export const transferAndEndFlow = endingToo(transferFlow)
