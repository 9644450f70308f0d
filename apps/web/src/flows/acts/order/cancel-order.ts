import { AppError, type OrderRecord } from '@plinth/api'
import { ORDER_TYPE, type OrderType } from '@plinth/protocol'
import { cancelCall, fetchOrder, isCancelled, type OrderSlot } from '@plinth/sdk'
import { type Chain, openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'
import type { TransactionAct } from '../../transactions/transaction-record.ts'

export type CancelContext = Omit<OrderSlot, 'type'> & { chainId: number; title: string; chain?: Chain; order?: OrderRecord }

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
          const { chain, order, collection, tokenId, title } = context
          if (!chain || !order) throw new AppError('ORDER_NOT_FOUND')
          const about = { act, title, item: { collection, tokenId: tokenId.toString() } }
          await transact(chain, cancelCall(chain, order), about, progress)
          await untilIndexed(() => isCancelled(chain, slotOf(context), order))
        },
      },
    ],
  }
}

export const cancelSaleFlow = cancelFlow(ORDER_TYPE.SALE, 'cancelSale')
export const cancelBidFlow = cancelFlow(ORDER_TYPE.BID, 'cancelBid')
