import type { AuctionRecord, OrderRecord } from '@plinth/api'
import { ORDER_TYPE } from '@plinth/protocol'
import { type ContractCall, cancelAuctionCall, cancelCall, isCancelled, isFinished, isPrivateEnded, marketAt } from '@plinth/sdk'
import type { Chain } from '../../engine/context.ts'
import type { Flow, Step } from '../../engine/engine.ts'
import { endAuction } from '../auction/cancel-auction.ts'
import { chainOf } from '../item/quantity-held.ts'
import { endOrder } from './cancel-order.ts'
import { privately } from './private-sale.ts'

/** What an account offers of an item by a signature of its own: a listing or an auction, never both (decision 23). */
export type OwnOffer = { readonly is: 'listing'; readonly order: OrderRecord } | { readonly is: 'auction'; readonly auction: AuctionRecord }

export type EndsToo = {
  /** What the account has signed for the same item, if it ends with this act (F-120). */
  ends?: OwnOffer | undefined
  /** The act's own transaction has ended it. */
  isEnded?: boolean
  title: string
  chain?: Chain
}

const slotOf = ({ sellToken, sellTokenId, maker }: OrderRecord) => ({
  collection: sellToken,
  tokenId: sellTokenId,
  owner: maker,
  type: ORDER_TYPE.SALE,
})

const isOver = (chain: Chain, order: OrderRecord): Promise<boolean> => {
  const slot = slotOf(order)
  return 'taker' in order ? isPrivateEnded(privately(chain), { ...slot, seller: order.maker }, order) : isCancelled(chain, slot, order)
}

const hasEnded = (chain: Chain, offer: OwnOffer): Promise<boolean> =>
  offer.is === 'listing' ? isOver(chain, offer.order) : isFinished(chain, offer.auction)

/** A transaction of its own, where the act's was not for both: ends the account's listing or auction on chain in all its versions. */
export const endTooStep: Step<EndsToo> = {
  key: 'end',
  isDone: async (context) => context.isEnded || context.ends === undefined || hasEnded(chainOf(context), context.ends),
  run: async (context, progress) => {
    const { ends, title } = context
    if (!ends) return
    const chain = chainOf(context)
    if (ends.is === 'auction') await endAuction(chain, { auction: ends.auction, title }, progress)
    else {
      const { order } = ends
      await endOrder(chain, { act: 'cancelSale', title, slot: slotOf(order), order, isOver: () => isOver(chain, order) }, progress)
    }
  },
}

/** The call that ends it, to go into the act's own transaction where the wallet can send both. */
export async function endTooCall({ ends, ...context }: EndsToo): Promise<ContractCall | undefined> {
  const chain = chainOf(context)
  if (ends === undefined || (await hasEnded(chain, ends))) return undefined
  return ends.is === 'listing'
    ? cancelCall(chain, ends.order)
    : cancelAuctionCall(marketAt(chain, ends.auction.auctionExchange), ends.auction)
}

/** The act first: if it fails, what is signed stays as it was. */
export const endingToo = <C extends EndsToo>(flow: Flow<C>): Flow<C> => ({ ...flow, steps: [...flow.steps, endTooStep] })
