import { leastDraw, ORDER_TYPE, type Order } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { Chain } from '../../chain/chain.ts'
import { type Holding, itemsOnChain, moneyOnChain } from '../../chain/holdings.ts'
import type { OrderShape } from './shape.ts'

export type Backing = Holding & {
  /** Whether the order is filled or cancelled on chain, in any version. */
  readonly isSpent: boolean
  /** Items not filled yet, which may be fewer than the index knows. */
  readonly left: bigint
}

/** Reads an order's backing from the chain at its head. @throws AppError CHAIN_UNREACHABLE */
export async function backingOnChain(chain: Chain, order: Order, shape: OrderShape): Promise<Backing & { readonly block: number }> {
  // Reads the head itself: an order listed in it must not seem older than it.
  const { number: block } = await chain.refresh()
  return backingSince(chain, order, shape, block)
}

/** The same where the caller has read the head, once for many orders. */
export async function backingSince(
  chain: Chain,
  order: Order,
  shape: OrderShape,
  block: number,
): Promise<Backing & { readonly block: number }> {
  const { exchange, transferProxy } = chain.config.contracts
  const args = [order.owner, order.salt] as const
  const [isSpent, filled] = await chain.read((node) =>
    Promise.all([
      node.readContract({ address: exchange, abi: exchangeAbi, functionName: 'isSpent', args }),
      shape.quantity > 1n ? node.readContract({ address: exchange, abi: exchangeAbi, functionName: 'filled', args }) : 0n,
    ]),
  )
  const left = shape.quantity - filled
  const holding =
    shape.side === ORDER_TYPE.SALE
      ? await itemsOnChain(chain, transferProxy, order.owner, shape.item, left)
      : await moneyOnChain(chain, transferProxy, order.owner, shape.payToken, leastDraw(order, filled))
  return { ...holding, isSpent, left, block }
}
