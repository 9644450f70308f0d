import { AppError } from '@plinth/api'
import {
  ACTION_TYPE,
  bulkDigestOf,
  bulkSignatureOf,
  digestByTerms,
  ORDER_STATUS,
  ORDER_TYPE,
  type Order,
  orderDomain,
  ProtocolError,
  saltValidity,
} from '@plinth/protocol'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { isTreeSigned } from '../../chain/signatures.ts'
import type { RequestContext } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { lockMakers } from '../../state/derived.ts'
import type { StoredOrder } from '../../state/orders/store.ts'
import { allottedOrder, currentOf, followFrom, placeOrder, requireBacked } from './add.ts'
import { backingSince } from './backing.ts'
import { findEdited, wholeOf } from './edits.ts'
import { eachOf, type ManySale, type OfMany, type Outcome, openMany, outcomeOf, sidesOfSale, thenEach } from './many.ts'
import { checkTraded } from './prepare.ts'
import { proofOf } from './proof.ts'
import { orderOf, shapeOf } from './shape.ts'
import { spentError } from './spent.ts'
import type { SignedOrder, Written } from './write.ts'

export type SaleOfTree = ManySale & {
  readonly salt: bigint
  readonly digest: Hex
  readonly index: number
  readonly proof: Hex
}

export type ManyToAdd = OfMany<SaleOfTree> & { readonly signature: Hex }

/** An order and its proof to the signed tree; an order alone has none. */
type Leaf = { readonly signed: Omit<SignedOrder, 'seenAt' | 'proof'>; readonly tree: Hex | undefined }

/**
 * Stores sales that one signature covers, with the checks of order.add for each: those that pass are stored in one transaction, the
 * others are refused alone.
 */
export async function addMany(context: RequestContext, input: ManyToAdd): Promise<Outcome<unknown>[]> {
  const chain = await openMany(context, 'submit', input)
  const leaves = await eachOf(input.orders, (sale) => readLeaf(context, chain, input, sale))
  const isSigned = signatureOf(chain, input)
  const proven = await thenEach(leaves, async ({ signed, tree }): Promise<Omit<SignedOrder, 'seenAt'>> => {
    const { order, digest, signature } = signed
    if (tree === undefined) return { ...signed, proof: await proofOf(chain, { order, digest, isRegistrable: false }, signature) }
    if (await isSigned(tree)) return { ...signed, proof: 'contract' }
    throw new AppError('BAD_SIGNATURE')
  })
  // Before all that is read of the orders: none of them must seem older than it.
  const { number: seenAt } = await chain.refresh()
  const backed = await thenEach(proven, async (signed): Promise<SignedOrder> => {
    const backing = await backingSince(chain, signed.order, signed.shape, seenAt)
    if (backing.isSpent) throw await spentError(context, chain, signed.order, 1)
    requireBacked(backing, signed.shape)
    return { ...signed, seenAt }
  })
  return storeMany(context, chain, input, backed)
}

async function readLeaf(context: RequestContext, chain: Chain, { maker, signature }: ManyToAdd, sale: SaleOfTree): Promise<Leaf> {
  const asked = sidesOfSale(maker, sale)
  const shapeAsked = shapeOf(orderOf(asked, 0n, 0n))
  if (shapeAsked.side !== ORDER_TYPE.SALE) throw new AppError('ORDER_SHAPE')
  const named = { ...asked, salt: sale.salt, type: ACTION_TYPE.EDIT_SALE }
  const edited = await findEdited(context.db, chain, named, shapeAsked)
  const isEdit = edited !== undefined
  const sides = edited ? wholeOf(named, shapeAsked, edited) : named
  const shape = shapeOf(orderOf(sides, 0n, 0n))
  const { decimals } = await checkTraded(context, chain, shape, { maker, isEdit })
  const order = await allottedOrder(context, chain, sides)
  const domain = orderDomain(chain.id, chain.config.contracts.exchange)
  const digest = digestByTerms(order, domain)
  if (digest !== sale.digest) throw new AppError('ORDER_MISMATCH')
  if (saltValidity(order.salt, chain.now()) === 'expired') throw new AppError('ORDER_EXPIRED')
  const { tree, bytes } = placeIn(order, sale, { chain, signature })
  const signed = { chain, order, taker: undefined, shape, decimals, digest, signature: bytes, isEdit }
  return { signed, tree }
}

/** @throws AppError BAD_SIGNATURE for a place that no tree has */
function placeIn(order: Order, { index, proof }: SaleOfTree, { chain, signature }: { chain: Chain; signature: Hex }) {
  if (proof === '0x' && index === 0) return { tree: undefined, bytes: signature }
  try {
    const domain = orderDomain(chain.id, chain.config.contracts.exchange)
    return { tree: bulkDigestOf(order, { index, proof }, domain), bytes: bulkSignatureOf(signature, { index, proof }) }
  } catch (error) {
    if (error instanceof ProtocolError) throw new AppError('BAD_SIGNATURE', {}, { cause: error })
    throw error
  }
}

/** Whether the account signed a tree; each is looked at once. */
function signatureOf(chain: Chain, { maker, signature }: ManyToAdd): (tree: Hex) => Promise<boolean> {
  const known = new Map<Hex, Promise<boolean>>()
  return (tree) => {
    const answer = known.get(tree) ?? isTreeSigned(chain, maker, tree, signature)
    known.set(tree, answer)
    return answer
  }
}

function storeMany(
  context: RequestContext,
  chain: Chain,
  { maker }: ManyToAdd,
  backed: readonly Outcome<SignedOrder>[],
): Promise<Outcome<unknown>[]> {
  return transact(context.db, async (tx) => {
    await lockMakers(tx, chain.id, [maker])
    const placed: Written[] = []
    const outcomes: Outcome<unknown>[] = []
    for (const outcome of backed) {
      if ('refused' in outcome) {
        outcomes.push(outcome)
        continue
      }
      const { value: signed } = outcome
      outcomes.push(
        await outcomeOf(async () => {
          const current = await currentOf(tx, signed)
          if (!isStored(signed, current)) placed.push(await placeOrder(tx, signed, current))
        }),
      )
    }
    await followFrom(tx, chain, placed)
    return outcomes
  })
}

/** Whether exactly this was stored before: a program whose answer was lost sends it again. */
const isStored = ({ digest }: SignedOrder, current: StoredOrder | undefined): boolean =>
  current?.digest === digest && current.status === ORDER_STATUS.OPEN && current.isProven && !current.hasLeft
