import { AppError, type BuyerFeeReply, type OrderRecord } from '@plinth/api'
import { ORDER_TYPE } from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { isRevert } from '../wallet/errors.ts'
import { approveCollection, isApproved } from './approval.ts'
import { isGone, openChain } from './context.ts'
import type { Flow } from './engine.ts'
import { type ErrorTexts, sayAs } from './error-texts.ts'
import { moveItem } from './move-item.ts'
import { acceptCall } from './orders.ts'
import { chainOf, type Held } from './quantity-held.ts'

export type AcceptContext = Omit<Held, 'standard'> & {
  collectionName: string
  /** As the screen showed it; nothing else is accepted. */
  shown: Pick<OrderRecord, 'maker' | 'salt' | 'unitPrice' | 'sellerFee'>
  /** Base units that the screen said the holder gets. */
  receives: bigint
}

/** Identifies a transaction that is on its way. */
const subjectOf = ({ maker, salt }: AcceptContext['shown'], quantity: bigint | string): string => `${maker} ${salt} ${quantity}`

/** How many of this bid are accepted by a transaction of that subject; undefined where it is about another bid. */
export function readAcceptSubject(subject: string, bid: AcceptContext['shown']): string | undefined {
  const quantity = subject.split(' ').at(-1) ?? ''
  return subject === subjectOf(bid, quantity) ? quantity : undefined
}

/** The registry's sentences address buyers of a sale. */
const OF_A_BID: ErrorTexts = { ORDER_FILLED: 'BID_FILLED', ORDER_CANCELLED: 'BID_CANCELLED', ORDER_NOT_FUNDABLE: 'BID_NOT_FUNDABLE' }
/** On the chain it is the holder's item that is missing, or the bidder's money. */
const ON_CHAIN: ErrorTexts = {
  ...OF_A_BID,
  ORDER_NOT_FUNDABLE: 'HOLDING_MOVED',
  TRANSFER_REFUSED: 'RECEIVER_REFUSED',
  ALLOWANCE_LOW: 'BID_NOT_FUNDABLE',
  NOT_ENOUGH_FUNDS: 'BID_NOT_FUNDABLE',
}

/** Only a revert on chain: a balance that is short before it is the holder's, for the network fee. */
function explain(error: unknown): never {
  throw isRevert(error) ? sayAs(ON_CHAIN)(error) : error
}

/** The current bid and the operator's signature of its fee. Throws what a holder should know. */
async function fetchBid({ chainId, collection, tokenId, shown, quantity }: AcceptContext): Promise<[OrderRecord, BuyerFeeReply]> {
  const slot = { collection, tokenId, owner: shown.maker, type: ORDER_TYPE.BID, chainId }
  const feeOf = (salt: bigint) => api.order.buyerFee({ ...slot, salt, quantity }).catch(sayAs(OF_A_BID))
  const bid = await api.order.get(slot).catch(async (error: unknown) => {
    // No open bid any more: the fee request for the one on screen returns the reason.
    if (isGone(error)) await feeOf(shown.salt)
    throw error
  })
  if (bid.isExpired) throw new AppError('ORDER_EXPIRED')
  const isShown = bid.unitPrice === shown.unitPrice && bid.salt === shown.salt && bid.sellerFee === shown.sellerFee
  if (!isShown) throw new AppError('BID_EDITED')
  return [bid, await feeOf(bid.salt)]
}

const approving = (context: AcceptContext) => ({ ...context, chain: chainOf(context) })

/** The bid first, then the collection's approval, then the sale to its bidder, until the market has booked it (document B §4). */
export const acceptFlow: Flow<AcceptContext> = {
  open: async (context) => {
    context.chain = await openChain(context.chainId)
    if (!context.isSent) await fetchBid(context)
  },
  steps: [
    {
      key: 'approve',
      isDone: async (context) => context.isSent || isApproved(approving(context)),
      run: async (context, progress) => approveCollection(approving(context), progress),
    },
    {
      key: 'accept',
      run: async (context, progress) => {
        const chain = chainOf(context)
        const callOf = async () => {
          // An approval takes its time: the bid may be another by now.
          const [bid, fee] = await fetchBid(context)
          return { ...acceptCall(bid, fee, context.quantity, context.receives), address: chain.config.contract.exchange }
        }
        const call = progress.resume === undefined ? await callOf() : undefined
        const move = { ...context, act: 'acceptBid' as const, subject: subjectOf(context.shown, context.quantity) }
        await moveItem(chain, call, move, progress).catch(explain)
      },
    },
  ],
}
