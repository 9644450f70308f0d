import { AppError, type OrderRecord } from '@plinth/api'
import { type Address, ORDER_TYPE, orderKeyOf } from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { EXCHANGE_ABI } from './abi.ts'
import { type Chain, isGone, openChain, untilIndexed } from './context.ts'
import type { Flow } from './engine.ts'
import { orderOf } from './orders.ts'
import { transact } from './transact.ts'

export type CancelSaleContext = {
  chainId: number
  collection: Address
  tokenId: bigint
  title: string
  owner: Address
  chain?: Chain
  order?: OrderRecord
}

const saleOf = ({ collection, tokenId, owner, chainId }: CancelSaleContext) =>
  api.order.get({ collection, tokenId, owner, type: ORDER_TYPE.SALE, chainId })

/** Fetches the sale, then ends it on chain in all its versions (document B §4). */
export const cancelSaleFlow: Flow<CancelSaleContext> = {
  open: async (context) => {
    context.chain = await openChain(context.chainId)
    context.order = await saleOf(context)
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
          args: [orderKeyOf(orderOf(order))],
        }
        await transact(chain, call, { act: 'cancelSale', title, item: { collection, tokenId: tokenId.toString() } }, progress)
        await untilIndexed(() => saleOf(context).then(({ salt }) => salt !== order.salt, isGone))
      },
    },
  ],
}
