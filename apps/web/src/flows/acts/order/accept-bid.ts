import { type Acceptance, type AcceptTerms, acceptBidCall, fetchAcceptance, isApproved, isRevert } from '@plinth/sdk'
import { type Chain, openChain } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { type ErrorTexts, sayAs } from '../../engine/error-texts.ts'
import { transferItem } from '../../transactions/transfer-item.ts'
import { chainOf, type HeldQuantity } from '../item/quantity-held.ts'
import { approveCollection } from '../money/approval.ts'
import { type EndsToo, endingToo, endTooCall } from './end-too.ts'

export type AcceptContext = Omit<HeldQuantity, 'standard'> & AcceptTerms & EndsToo & { collectionName: string }

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

/** What the market says of a bid or an offer, to who sells to it. */
export const sayOfBid = sayAs(OF_A_BID)

/** Only a revert on chain: a balance that is short before it is the holder's, for the network fee. */
export function explainAcceptance(error: unknown): never {
  throw isRevert(error) ? sayAs(ON_CHAIN)(error) : error
}

/** The current bid and the operator's signature of its fee. Throws what a holder should know. */
const fetchBid = (chain: Chain, context: AcceptContext): Promise<Acceptance> => fetchAcceptance(chain, context).catch(sayOfBid)

const approving = (context: AcceptContext) => ({ ...context, chain: chainOf(context) })

/** The bid first, then the collection's approval, then the sale to its bidder, until the market has booked it (document B §4). */
export const acceptFlow: Flow<AcceptContext> = {
  open: async (context) => {
    context.chain = await openChain(context.chainId)
    if (!context.isSent) await fetchBid(context.chain, context)
  },
  steps: [
    {
      key: 'approve',
      isDone: async (context) => context.isSent || isApproved(chainOf(context), context.collection),
      run: async (context, progress) => approveCollection(approving(context), progress),
    },
    {
      key: 'accept',
      run: async (context, progress) => {
        const chain = chainOf(context)
        // An approval takes its time: the bid may be another by now.
        const callOf = async () => acceptBidCall(chain, await fetchBid(chain, context), context.quantity, context.receives)
        const call = progress.resume === undefined ? await callOf() : undefined
        const also = call && (await endTooCall(context))
        const transfer = { ...context, act: 'acceptBid' as const, subject: subjectOf(context.shown, context.quantity), also }
        context.isEnded = await transferItem(chain, call, transfer, progress).catch(explainAcceptance)
      },
    },
  ],
}

/** Where the account has signed an offer of the same item. */
export const acceptAndEndFlow = endingToo(acceptFlow)
