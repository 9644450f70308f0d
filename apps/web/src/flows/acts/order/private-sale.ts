import { AppError, type OrderRecord } from '@plinth/api'
import { fetchPrivateSale, isPrivateEnded, type PrivateMarket, type PrivateSlot } from '@plinth/sdk'
import { privateSaleApi } from '../../../lib/private-sale-api.ts'
import { type Chain, openChain } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { endOrder } from './cancel-order.ts'

/** The same chain with the calls of private sales. */
export const privately = (chain: Chain): Chain & PrivateMarket => ({ ...chain, api: { ...chain.api, privateSale: privateSaleApi } })

type Context = PrivateSlot & { chainId: number; title: string; chain?: Chain; order?: OrderRecord }

/** Fetches the account's private sale, then ends it on chain. */
export const cancelPrivateFlow: Flow<Context> = {
  open: async (context) => {
    context.chain = await openChain(context.chainId)
    context.order = await fetchPrivateSale(privately(context.chain), context)
  },
  steps: [
    {
      key: 'cancel',
      run: async (context, progress) => {
        const { chain, order, title } = context
        if (!chain || !order) throw new AppError('ORDER_NOT_FOUND')
        const isOver = () => isPrivateEnded(privately(chain), context, order)
        await endOrder(chain, { act: 'cancelSale', title, slot: context, order, isOver }, progress)
      },
    },
  ],
}
