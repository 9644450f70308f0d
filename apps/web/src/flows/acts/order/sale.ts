import { AppError, type OrderRecord } from '@plinth/api'
import { type Address, ORDER_TYPE } from '@plinth/protocol'
import {
  fetchOrder,
  fetchPrivateSale,
  isApproved,
  isCancelled,
  isPrivateEnded,
  type OrderSlot,
  prepareSale,
  type SaleTerms,
} from '@plinth/sdk'
import { type Chain, openChain } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { signPrepared } from '../../engine/sign-prepared.ts'
import { approveCollection } from '../money/approval.ts'
import { endOrder } from './cancel-order.ts'
import { privately } from './private-sale.ts'

export type SaleContext = SaleTerms & {
  chainId: number
  collectionName: string /** Not minted yet. */
  isUnminted?: boolean
  /** The listing that ends on chain before this one is signed: a price rises that way only. */
  replaces?: Replaced | undefined
  chain?: Chain
}

export type Replaced = {
  owner: Address
  /** It is for one account, and its replacement too. */
  isPrivate: boolean
  salt: bigint
  title: string
  /** The cancel that is out, and the listing as it was when it was sent: kept for later tries of the same dialog. */
  sent?: { hash: string; order: OrderRecord } | undefined
  /** The chain has ended it, with so many left to offer: nothing is signed under its salt any more. */
  onEnded: (left: bigint) => void
}

const chainOf = async (context: SaleContext): Promise<Chain> => {
  context.chain ??= await openChain(context.chainId)
  return context.chain
}
const approving = async (context: SaleContext) => ({ ...context, chain: await chainOf(context) })

const approve: Flow<SaleContext>['steps'][number] = {
  key: 'approve',
  // What its purchase mints leaves no wallet.
  isDone: async (context) => context.isUnminted === true || isApproved(await chainOf(context), context.collection),
  run: async (context, progress) => approveCollection(await approving(context), progress),
}

const sign: Flow<SaleContext>['steps'][number] = {
  key: 'sign',
  run: async (context) => {
    const chain = await chainOf(context)
    await signPrepared(chain, () => prepareSale(chain, context))
  },
}

const slotOf = ({ collection, tokenId }: SaleContext, { owner }: Replaced) => ({ collection, tokenId, owner, type: ORDER_TYPE.SALE })

/** Throws ORDER_NOT_FOUND where it has ended, or another has taken its place: what was bought is not offered again. */
async function fetchReplaced(chain: Chain, slot: OrderSlot, { salt, isPrivate }: Replaced): Promise<OrderRecord> {
  const order = await (isPrivate ? fetchPrivateSale(privately(chain), { ...slot, seller: slot.owner }) : fetchOrder(chain, slot))
  if (order.salt !== salt) throw new AppError('ORDER_NOT_FOUND')
  return order
}

const hasEnded = (chain: Chain, slot: OrderSlot, { isPrivate, salt }: Replaced): Promise<boolean> =>
  isPrivate ? isPrivateEnded(privately(chain), { ...slot, seller: slot.owner }, { salt }) : isCancelled(chain, slot, { salt })

const cancel: Flow<SaleContext>['steps'][number] = {
  key: 'cancel',
  isDone: async ({ replaces }) => replaces === undefined,
  run: async (context, progress) => {
    const { replaces } = context
    if (!replaces) return
    const chain = await chainOf(context)
    const slot = slotOf(context, replaces)
    // Once the cancel is out, the market no longer finding the listing means that it has ended.
    const order = replaces.sent?.order ?? (await fetchReplaced(chain, slot, replaces))
    const left = order.selling - order.filled
    // Some may have been bought since the dialog opened.
    if (left < context.quantity) context.quantity = left
    const { title } = replaces
    await endOrder(
      chain,
      {
        act: 'cancelSale',
        title,
        slot,
        order,
        isOver: () => hasEnded(chain, slot, replaces),
        onEnded: () => replaces.onEnded(context.quantity),
      },
      {
        ...progress,
        resume: progress.resume ?? replaces.sent?.hash,
        sent: (hash) => {
          replaces.sent = { hash, order }
          progress.sent(hash)
        },
        over: () => {
          replaces.sent = undefined
          progress.over()
        },
      },
    )
  },
}

/** Put on sale: approve the collection where it is not yet, sign and store (document B §4). */
export const saleFlow: Flow<SaleContext> = { steps: [approve, sign] }

/** Edit: a lower price is signed, a higher one replaces the listing, which ends on chain first (SALE-20, F-73). */
export const editSaleFlow: Flow<SaleContext> = { steps: [approve, cancel, sign] }
