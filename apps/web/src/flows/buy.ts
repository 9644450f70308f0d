import { AppError, type BuyerFeeReply, type OrderRecord } from '@plinth/api'
import { type Address, ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { type Chain, isHeldBy, openChain, untilIndexed } from './context.ts'
import type { Flow } from './engine.ts'
import { exchangeCall } from './orders.ts'
import { removePurchase } from './purchases.ts'
import { transact } from './transact.ts'

export type BuyContext = {
  chainId: number
  collection: Address
  tokenId: bigint
  seller: Address
  amount: bigint
  /** What the screen showed; anything dearer is not paid. */
  shown: { unitPrice: string; salt: bigint; buyerFeeBps: bigint }
  title: string
  /** A transaction of an earlier page is on its way: nothing is asked again. */
  isResumed?: boolean
  chain?: Chain
  order?: OrderRecord
  fee?: BuyerFeeReply
}

/** The sale as it stands now. Throws what a buyer should know: sold, cancelled, expired, another price, another fee. */
async function fetchOrder(context: BuyContext): Promise<void> {
  context.chain = await openChain(context.chainId)
  if (context.isResumed) return
  const { collection, tokenId, chainId, seller, shown } = context
  const order = await api.order.get({ collection, tokenId, owner: seller, type: ORDER_TYPE.SALE, chainId }).catch(asSold)
  if (order.status === ORDER_STATUS.FILLED) throw new AppError('ORDER_FILLED')
  if (order.status === ORDER_STATUS.CANCELLED) throw new AppError('ORDER_CANCELLED')
  if (order.isExpired) throw new AppError('ORDER_EXPIRED')
  if (order.unitPrice !== shown.unitPrice || order.salt !== shown.salt) throw new AppError('ORDER_EDITED')
  const fee = await api.order
    .buyerFee({ collection, tokenId, owner: seller, type: ORDER_TYPE.SALE, salt: order.salt, chainId })
    .catch(asSold)
  if (BigInt(fee.buyerFee) > shown.buyerFeeBps) throw new AppError('FEE_CHANGED')
  context.order = order
  context.fee = fee
}

/** An order that was on the screen and is gone now was bought or taken back by somebody else. */
function asSold(error: unknown): never {
  throw (error as { code?: string }).code === 'ORDER_NOT_FOUND' ? new AppError('ORDER_FILLED', {}, { cause: error }) : error
}

/** Buy for coin: the order and the fee signature first, then one exact payment, then the market's own book (document B §4). */
export const buyFlow: Flow<BuyContext> = {
  open: fetchOrder,
  steps: [
    {
      key: 'pay',
      run: async (context, progress) => {
        const { chain, collection, tokenId, title, order, fee, amount } = context
        if (!chain) throw new AppError('WALLET_NOT_CONNECTED')
        const about = { act: 'buy' as const, title, item: { collection, tokenId: tokenId.toString() } }
        const call = order && fee ? { ...exchangeCall(order, fee, amount), address: chain.config.contract.exchange } : undefined
        await transact(chain, call, about, progress)
      },
    },
    {
      key: 'yours',
      run: async ({ chain, collection, tokenId, chainId }) => {
        if (!chain) return
        await untilIndexed(() => isHeldBy({ collection, tokenId, chainId }, chain.account))
        removePurchase({ collection, tokenId: tokenId.toString() })
      },
    },
  ],
}
