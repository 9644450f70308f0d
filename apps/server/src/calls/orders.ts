import { AppError, argumentWords, type Catalogue, ERRORS, errorText, type Handlers } from '@plinth/api'
import type { RequestContext } from '../context.ts'
import { type AddInput, addOrder } from '../modules/orders/add.ts'
import { addMany } from '../modules/orders/add-many.ts'
import { prepareOrder } from '../modules/orders/prepare.ts'
import { prepareMany } from '../modules/orders/prepare-many.ts'
import { getOpenOrder, signBuyerFee } from '../modules/orders/service.ts'
import { listOrders } from '../read/lists/order-lists.ts'
import { presentOrders } from '../read/orders.ts'

async function add(context: RequestContext, input: AddInput): Promise<Record<string, never>> {
  await addOrder(context, input)
  return {}
}

/** In the words of the envelope of a call. */
function refusalOf({ language }: RequestContext, { code, meta }: AppError) {
  const facts = code === 'BAD_ARGUMENT' || code === 'BAD_ARGUMENT_VALUE' ? argumentWords(meta, language) : meta
  return { code, errno: ERRORS[code].errno, text: errorText(code, language, facts) }
}

export const orderCalls = {
  prepare: (context, input) => prepareOrder(context, input),
  add,
  submit: add,
  preparemany: async (context, input) => {
    const { chainId, buyerFee, outcomes } = await prepareMany(context, input)
    const orders = outcomes.map((outcome) => ('value' in outcome ? outcome.value : refusalOf(context, outcome.refused)))
    return { chainId, buyerFee, orders }
  },
  submitmany: async (context, input) => {
    const stored = await addMany(context, input)
    return { orders: stored.map((outcome) => ('value' in outcome ? {} : refusalOf(context, outcome.refused))) }
  },
  list: (context, input) =>
    listOrders(context, { ...input, chainIds: context.chains.scope(input.chainId).map((chain) => chain.id) }, input),
  get: async (context, input) => {
    const [order] = await presentOrders(context, [await getOpenOrder(context, input)])
    if (!order) throw new AppError('ORDER_NOT_FOUND')
    return order
  },
  buyerFee: (context, input) => signBuyerFee(context, input),
} satisfies Handlers<Catalogue['order'], RequestContext>
