import type { AuctionRecord, SettlementReply } from '@plinth/api'
import { AUCTION_SETTLEMENT, type AuctionSettlementType } from '@plinth/protocol'
import { fetchSettlement, isAllowed, isRevert, requireSettlement, settlementCall } from '@plinth/sdk'
import { type Chain, openChain } from '../../engine/context.ts'
import type { Flow, Step } from '../../engine/engine.ts'
import { type ErrorTexts, sayAs } from '../../engine/error-texts.ts'
import { transferItem } from '../../transactions/transfer-item.ts'
import { chainOf, type HeldQuantity } from '../item/quantity-held.ts'
import { allow, type Spending } from '../money/allowance.ts'

export type SettleContext = Pick<HeldQuantity, 'chainId' | 'title' | 'isSent'> & {
  auction: AuctionRecord
  type: AuctionSettlementType
  /** As the screen showed it; nothing else is settled. Undefined only where the transaction is out already. */
  shown: SettlementReply | undefined
  /** Base units that the screen said the owner gets. */
  receives: bigint
  /** For the winner, where its allowance is gone. */
  spending: Spending | undefined
  chain?: HeldQuantity['chain']
}

/** On the chain it is the owner's item that is missing, or the winner's money. */
const TO_OWNER: ErrorTexts = {
  ORDER_NOT_FUNDABLE: 'HOLDING_MOVED',
  TRANSFER_REFUSED: 'RECEIVER_REFUSED',
  ALLOWANCE_LOW: 'BID_NOT_FUNDABLE',
  NOT_ENOUGH_FUNDS: 'BID_NOT_FUNDABLE',
}

/** Identifies a settlement, and so recognises a transaction that is on its way. */
export const settleSubject = ({ owner, salt }: Pick<AuctionRecord, 'owner' | 'salt'>): string => `${owner} ${salt}`

/** The settlement as of now. Throws BID_EDITED where another bid wins by now, or others share. */
const fetchShown = async (chain: Chain, { auction, type, shown }: SettleContext): Promise<SettlementReply> =>
  requireSettlement(await fetchSettlement(chain, auction, type), shown)

const settle: Step<SettleContext> = {
  key: 'settle',
  run: async (context, progress) => {
    const { auction, type, title } = context
    const chain = chainOf(context)
    const isOwner = type === AUCTION_SETTLEMENT.ACCEPT
    const callOf = async () => settlementCall(chain, await fetchShown(chain, context), type, context.receives)
    const call = progress.resume === undefined ? await callOf() : undefined
    const act = isOwner ? ('acceptAuction' as const) : ('buyAuction' as const)
    const transfer = { act, collection: auction.collection, tokenId: auction.tokenId, title, subject: settleSubject(auction) }
    await transferItem(chain, call, transfer, progress).catch((error: unknown) => {
      throw isOwner && isRevert(error) ? sayAs(TO_OWNER)(error) : error
    })
  },
}

const permit: Step<SettleContext> = {
  key: 'allow',
  isDone: async (context) => context.isSent || !context.spending || isAllowed(chainOf(context), context.spending),
  run: async (context, progress) => {
    if (context.spending) await allow(chainOf(context), context.spending, progress)
  },
}

/**
 * One step: the operator's signature, then the transaction that pays all parties and moves the item (document B §4). A winner who
 * has revoked the bid's allowance is asked for it first.
 */
export const settleFlow = (mustAllow: boolean): Flow<SettleContext> => ({
  open: async (context) => {
    context.chain = await openChain(context.chainId, context.auction.auctionExchange)
    if (!context.isSent) await fetchShown(context.chain, context)
  },
  steps: mustAllow ? [permit, settle] : [settle],
})
