import { AppError, type BoxHistoryRecord, type BoxRecord } from '@plinth/api'
import { ASSET_TYPE } from '@plinth/protocol'
import { type BoxMoney, boxDue, boxMoney, fetchBoxFee, findOpening, isAllowed, isApproved, openBoxCall } from '@plinth/sdk'
import { chainNow } from '../../../lib/clock.ts'
import { type Chain, openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow, FlowState, Step } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'
import { boxSubject } from '../../transactions/transaction-record.ts'
import { chainOf } from '../item/quantity-held.ts'
import { allow, type Spending } from '../money/allowance.ts'
import { approveCollection } from '../money/approval.ts'

export type OpenBoxContext = {
  /** As the screen showed it: nothing dearer is paid. */
  box: BoxRecord
  boxes: number
  isUnlimited: boolean
  /** Transaction of an opening that is paid already and waits for its draw. */
  paidIn?: string | undefined
  /** Its transaction is out, of an earlier page. */
  isSent: boolean
  chain?: Chain
  sent?: string
  /** Once it is drawn, or refunded. */
  opening?: BoxHistoryRecord
}

/** After 30 minutes a draw that was not shown is missed. */
const DRAW_MS = 35 * 60_000

/** The documented blind-box-signed state: the transaction has a hash (document B §4). */
export function isSigned({ steps, phase }: FlowState): boolean {
  const { open } = steps
  return phase !== 'failed' && open !== undefined && (open.at === 'done' || (open.at === 'running' && open.hash !== undefined))
}

const spendingOf = ({ box, boxes, isUnlimited }: OpenBoxContext): Spending => ({
  token: box.payTokenAddress,
  symbol: box.payTokenSymbol,
  payment: boxDue(box, boxes),
  isUnlimited,
})

const ticketsOf = (context: OpenBoxContext) => ({
  chain: chainOf(context),
  collection: context.box.payTokenAddress,
  collectionName: context.box.payTokenName,
})

/** A draw is for good: an account that could not take the items says so before anything is paid. Throws BOX_RECEIVER. */
async function checkReceiver(context: OpenBoxContext): Promise<void> {
  const { box, chain } = context
  const { wallet, account } = chainOf({ chain })
  // The old way of ERC721 asks no receiver.
  const asked = box.order.sellAssets.filter(({ assetType }) => assetType !== ASSET_TYPE.ERC721_DEPRECATED)
  const kinds = [true, false].flatMap((isMany) => {
    const found = asked.find(({ assetType }) => (assetType === ASSET_TYPE.ERC1155) === isMany)
    return found ? [{ collection: found.token, operator: box.contract, tokenId: found.tokenId, isMany }] : []
  })
  const takes = await Promise.all(kinds.map((item) => wallet.takesItem(box.chainId, account, item)))
  if (takes.includes(false)) throw new AppError('BOX_RECEIVER')
}

const isOver = ({ paidIn, isSent }: OpenBoxContext) => paidIn !== undefined || isSent

const permit: Step<OpenBoxContext> = {
  key: 'allow',
  isDone: async (context) => isOver(context) || isAllowed(chainOf(context), spendingOf(context)),
  run: (context, progress) => allow(chainOf(context), spendingOf(context), progress),
}

const approve: Step<OpenBoxContext> = {
  key: 'approve',
  isDone: async (context) => isOver(context) || isApproved(chainOf(context), context.box.payTokenAddress),
  run: (context, progress) => approveCollection(ticketsOf(context), progress),
}

const pay: Step<OpenBoxContext> = {
  key: 'open',
  isDone: async ({ paidIn }) => paidIn !== undefined,
  run: async (context, progress) => {
    const { box, boxes } = context
    const chain = chainOf(context)
    const sent = (hash: string) => {
      context.sent = hash
      progress.sent(hash)
    }
    const call = progress.resume === undefined ? await openBoxCall(chain, context) : undefined
    const about = { act: 'openBox' as const, title: box.name, item: undefined, subject: boxSubject(box, boxes) }
    await transact(chain, call, about, { ...progress, sent })
  },
}

const draw: Step<OpenBoxContext> = {
  key: 'draw',
  run: async (context) => {
    const { box, paidIn, sent } = context
    await untilIndexed(async () => {
      const found = await findOpening(chainOf(context), box, sent ?? paidIn, chainNow())
      if (found) context.opening = found
      return found !== undefined
    }, DRAW_MS)
  },
}

const FIRST: Readonly<Record<BoxMoney, readonly Step<OpenBoxContext>[]>> = { coin: [], token: [permit], ticket: [approve] }

/** The approval or allowance, one transaction that pays, then the draw (document B §4). */
export function openBoxFlow(box: BoxRecord): Flow<OpenBoxContext> {
  return {
    open: async (context) => {
      context.chain = await openChain(context.box.chainId, context.box.contract)
      if (!isOver(context)) await Promise.all([fetchBoxFee(context.chain, context), checkReceiver(context)])
    },
    steps: [...FIRST[boxMoney(box)], pay, draw],
  }
}
