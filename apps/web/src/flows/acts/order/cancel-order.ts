import { AppError, type OrderRecord } from '@plinth/api'
import { ORDER_TYPE, type OrderType } from '@plinth/protocol'
import { cancelCall, fetchOrder, isCancelled, type OrderSlot } from '@plinth/sdk'
import { type Chain, openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow, Progress } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'
import type { TransactionAct } from '../../transactions/transaction-record.ts'

export type CancelContext = Omit<OrderSlot, 'type'> & { chainId: number; title: string; chain?: Chain; order?: OrderRecord }

type Ending = {
  act: TransactionAct
  title: string
  slot: Pick<OrderSlot, 'collection' | 'tokenId'>
  order: OrderRecord
  /** Whether the market has read that it is over. */
  isOver: () => Promise<boolean>
  /** The chain has ended it; the market may not have read that yet. */
  onEnded?: () => void
}

/** Ends an order on chain in all its versions, and waits until the market has read it. */
export async function endOrder(chain: Chain, { act, title, slot, order, isOver, onEnded }: Ending, progress: Progress): Promise<void> {
  const item = { collection: slot.collection, tokenId: slot.tokenId.toString() }
  await transact(chain, cancelCall(chain, order), { act, title, item, subject: order.salt.toString() }, progress)
  onEnded?.()
  await untilIndexed(isOver)
}

/** Fetches the order, then ends it on chain in all its versions (document B §4). */
function cancelFlow(type: OrderType, act: TransactionAct): Flow<CancelContext> {
  const slotOf = ({ collection, tokenId, owner }: CancelContext): OrderSlot => ({ collection, tokenId, owner, type })
  return {
    open: async (context) => {
      context.chain = await openChain(context.chainId)
      context.order = await fetchOrder(context.chain, slotOf(context))
    },
    steps: [
      {
        key: 'cancel',
        run: async (context, progress) => {
          const { chain, order, title } = context
          if (!chain || !order) throw new AppError('ORDER_NOT_FOUND')
          const slot = slotOf(context)
          await endOrder(chain, { act, title, slot, order, isOver: () => isCancelled(chain, slot, order) }, progress)
        },
      },
    ],
  }
}

export const cancelSaleFlow = cancelFlow(ORDER_TYPE.SALE, 'cancelSale')
export const cancelBidFlow = cancelFlow(ORDER_TYPE.BID, 'cancelBid')
