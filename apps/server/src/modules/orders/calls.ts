import { AppError, type Catalogue, type Handlers } from '@plinth/api'
import type { RequestContext } from '../../context.ts'
import { listOrders } from '../../views/order-lists.ts'
import { presentOrders } from '../../views/orders.ts'
import { type AddInput, addOrder } from './add.ts'
import { prepareOrder } from './prepare.ts'
import { getOpenOrder, signBuyerFee } from './service.ts'

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
