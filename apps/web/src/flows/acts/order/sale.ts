import type { OrderRecord } from '@plinth/api'
import { type Address, ORDER_TYPE } from '@plinth/protocol'
import { cancelCall, fetchOrder, isApproved, isCancelled, prepareSale, type SaleTerms } from '@plinth/sdk'
import { type Chain, openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { signPrepared } from '../../engine/sign-prepared.ts'
import { transact } from '../../transactions/transact.ts'
import { approveCollection } from '../money/approval.ts'

export type SaleContext = SaleTerms & {
  chainId: number
  collectionName: string /** Not minted yet. */
  isUnminted?: boolean
  /** The listing that ends on chain before this one is signed: a price rises that way only. */
  replaces?: Replaced | undefined
  chain?: Chain
}

export type Replaced = { owner: Address; salt: bigint; title: string; order?: OrderRecord; onEnded: () => void }

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

const cancel: Flow<SaleContext>['steps'][number] = {
  key: 'cancel',
  isDone: async (context) => {
    const { replaces } = context
    return replaces === undefined || isCancelled(await chainOf(context), slotOf(context, replaces), replaces)
  },
  run: async (context, progress) => {
    const { replaces, collection, tokenId } = context
    if (!replaces) return
    const chain = await chainOf(context)
    const slot = slotOf(context, replaces)
    // Kept for a second try: by then the server may know that it has ended.
    replaces.order ??= await fetchOrder(chain, slot)
    const { order } = replaces
    const about = { act: 'cancelSale', title: replaces.title, item: { collection, tokenId: tokenId.toString() } } as const
    await transact(chain, cancelCall(chain, order), about, progress)
    await untilIndexed(() => isCancelled(chain, slot, order))
    replaces.onEnded()
  },
}

/** Put on sale: approve the collection where it is not yet, sign and store (document B §4). */
export const saleFlow: Flow<SaleContext> = { steps: [approve, sign] }

/** Edit: a lower price is signed, a higher one replaces the listing, which ends on chain first (SALE-20, F-73). */
export const editSaleFlow: Flow<SaleContext> = { steps: [approve, cancel, sign] }
