import { AppError, type OrderRecord } from '@plinth/api'
import { type Address, ORDER_TYPE, type OrderType, orderKeyOf } from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { EXCHANGE_ABI } from './abi.ts'
import { type Chain, isGone, openChain, untilIndexed } from './context.ts'
import type { Flow } from './engine.ts'
import { tradableOrderOf } from './orders.ts'
import { transact } from './transact.ts'
import type { TransactionAct } from './transaction-record.ts'

export type CancelContext = {
  chainId: number
  collection: Address
  tokenId: bigint
  title: string
  owner: Address
  chain?: Chain
  order?: OrderRecord
}

/** Fetches the order, then ends it on chain in all its versions (document B §4). */
function cancelFlow(type: OrderType, act: TransactionAct): Flow<CancelContext> {
  const fetchOrder = ({ collection, tokenId, owner, chainId }: CancelContext) =>
    api.order.get({ collection, tokenId, owner, type, chainId })
  return {
    open: async (context) => {
      context.chain = await openChain(context.chainId)
      context.order = await fetchOrder(context)
    },
    steps: [
      {
        key: 'cancel',
        run: async (context, progress) => {
          const { chain, order, collection, tokenId, title } = context
          if (!chain || !order) throw new AppError('ORDER_NOT_FOUND')
          const call = {
            address: chain.config.contract.exchange,
            abi: EXCHANGE_ABI,
            functionName: 'cancel',
            args: [orderKeyOf(tradableOrderOf(order))],
          }
          await transact(chain, call, { act, title, item: { collection, tokenId: tokenId.toString() } }, progress)
          await untilIndexed(() => fetchOrder(context).then(({ salt }) => salt !== order.salt, isGone))
        },
      },
    ],
  }
}

export const cancelSaleFlow = cancelFlow(ORDER_TYPE.SALE, 'cancelSale')
export const cancelBidFlow = cancelFlow(ORDER_TYPE.BID, 'cancelBid')
