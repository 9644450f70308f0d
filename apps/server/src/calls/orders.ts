import { AppError, type Catalogue, type Handlers } from '@plinth/api'
import type { RequestContext } from '../context.ts'
import { type AddInput, addOrder } from '../modules/orders/add.ts'
import { prepareOrder } from '../modules/orders/prepare.ts'
import { getOpenOrder, signBuyerFee } from '../modules/orders/service.ts'
import { listOrders } from '../read/lists/order-lists.ts'
import { presentOrders } from '../read/orders.ts'

async function add(context: RequestContext, input: AddInput): Promise<Record<string, never>> {
  await addOrder(context, input)
  return {}
}

export const orderCalls = {
  prepare: (context, input) => prepareOrder(context, input),
  add,
  submit: add,
  list: (context, input) =>
    listOrders(context, { ...input, chainIds: context.chains.scope(input.chainId).map((chain) => chain.id) }, input),
  get: async (context, input) => {
    const [order] = await presentOrders(context, [await getOpenOrder(context, input)])
    if (!order) throw new AppError('ORDER_NOT_FOUND')
    return order
  },
  buyerFee: (context, input) => signBuyerFee(context, input),
} satisfies Handlers<Catalogue['order'], RequestContext>
