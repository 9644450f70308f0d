import { AppError, type Catalogue, type Handlers } from '@plinth/api'
import type { RequestContext } from '../../context.ts'
import { presentOrders } from '../../views/orders.ts'
import { addOrder } from './add.ts'
import { prepareOrder } from './prepare.ts'
import { getOpenOrder, signBuyerFee } from './service.ts'

export const orderCalls = {
  prepare: (context, input) => prepareOrder(context, input),
  add: async (context, input) => {
    await addOrder(context, input)
    return {}
  },
  get: async (context, input) => {
    const [order] = await presentOrders(context, [await getOpenOrder(context, input)])
    if (!order) throw new AppError('ORDER_NOT_FOUND')
    return order
  },
  buyerFee: (context, input) => signBuyerFee(context, input),
} satisfies Handlers<Catalogue['order'], RequestContext>
