import { setTimeout as sleep } from 'node:timers/promises'
import { ASSET_TYPE, ORDER_STATUS, orderValidity, unpackSalt } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { readCursor } from '../../state/chain/checkpoint.ts'
import { lockMakers } from '../../state/derived.ts'
import { refreshItems } from '../../state/items/state.ts'
import { settleMoney } from '../../state/orders/sharing.ts'
import { eventsOfOrder } from '../../state/orders/state.ts'
import { findOrder, type StoredOrder, signedOrderOf } from '../../state/orders/store.ts'
import { emitEvents } from '../../state/outbox/outbox.ts'
import { type Backing, backingOnChain } from './backing.ts'
import { isStillProven } from './proof.ts'
import { shapeOf } from './shape.ts'

const BATCH = 50

export type Revalidation = { readonly lastId: number; readonly differences: number }

/** Compares the next open orders after `fromId` with the chain. `lastId` is 0 at the end of the list. */
export async function revalidateSome(context: Context, chain: Chain, fromId: number): Promise<Revalidation> {
  const rows = await context.db
    .selectFrom('market_order')
    .select('id')
    .where('chain_id', '=', chain.id)
    .where('status', '=', ORDER_STATUS.OPEN)
    .where('id', '>', fromId)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  let differences = 0
  for (const { id } of rows) if (await revalidate(context, chain, id)) differences++
  return { lastId: rows.length < BATCH ? 0 : (rows.at(-1)?.id ?? 0), differences }
}

/** Returns whether the order had to be repaired. */
async function revalidate(context: Context, chain: Chain, id: number): Promise<boolean> {
  const before = await findOrder(context.db, id)
  if (before?.status !== ORDER_STATUS.OPEN) return false
  const first = await answerOfChain(chain, before)
  if (first.isFundable === before.isFundable) return false
  // The chain does not distinguish a burnt item from one that was never minted; the index does.
  if (before.assetType === ASSET_TYPE.MINTED && first.isFundable) return false
  // The index may only be a block behind: waits for it, and compares again.
  const { number } = await chain.refresh()
  if (!(await isIndexed(context, chain, number))) return false
  const stored = await findOrder(context.db, id)
  if (stored?.status !== ORDER_STATUS.OPEN || stored.version !== before.version) return false
  const second = await answerOfChain(chain, stored)
  if (second.isFundable !== first.isFundable || second.isFundable === stored.isFundable) return false
  await repair(context, chain, stored, second)
  return true
}

type Answer = { readonly isFundable: boolean; readonly isProven: boolean }

/** Whether the chain would let the rest of the order be filled. */
async function answerOfChain(chain: Chain, stored: StoredOrder): Promise<Answer> {
  const order = signedOrderOf(stored)
  const backing: Backing = await backingOnChain(chain, order, shapeOf(order))
  const isProven = await isStillProven(chain, stored)
  return { isFundable: backing.has && backing.isApproved && !backing.isSpent && isProven, isProven }
}

const PATIENCE_MS = 5_000

async function isIndexed({ db }: Context, chain: Chain, number: number): Promise<boolean> {
  for (const late = performance.now() + PATIENCE_MS; performance.now() < late; ) {
    const cursor = await readCursor(db, chain.id)
    if (!cursor || cursor.stopped !== null) return false
    if (cursor.number >= number) return true
    await sleep(100)
  }
  return false
}

/** Stores the chain's answer, which is valid until a log that touches the order recomputes it. */
async function repair(context: Context, chain: Chain, stored: StoredOrder, { isFundable, isProven }: Answer): Promise<void> {
  const { id, maker, version } = stored
  const { sequence } = unpackSalt(stored.salt)
  context.log.error('order differs from the chain', { chainId: chain.id, orderId: id, maker, sequence: sequence.toString(), isFundable })
  await transact(context.db, async (tx) => {
    await lockMakers(tx, chain.id, [maker])
    const isLive = isFundable && !stored.hasLeft && orderValidity(stored, chain.now()) === 'valid'
    await tx
      .updateTable('market_order')
      .set({ is_fundable: isFundable, is_proven: isProven, is_live: isLive })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('status', '=', ORDER_STATUS.OPEN)
      .execute()
    await refreshItems(tx, chain.id, [stored])
    const repaired = { ...stored, orderId: BigInt(id) }
    await emitEvents(tx, eventsOfOrder(chain.id, repaired))
    await settleMoney(tx, chain, [repaired])
  })
}
