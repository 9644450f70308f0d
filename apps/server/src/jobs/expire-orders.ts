import { ORDER_STATUS } from '@plinth/protocol'
import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { bytes, transact } from '../db/database.ts'
import { lockMakers } from '../state/derived.ts'
import { refreshItems } from '../state/items/state.ts'
import { settleMoney } from '../state/orders/sharing.ts'
import { eventsOfOrder, refreshOrder } from '../state/orders/state.ts'
import { findOrder } from '../state/orders/store.ts'
import { emitEvents } from '../state/outbox/outbox.ts'
import type { Job } from './job.ts'

const BATCH = 200

/** Orders begin and end by the chain's clock (decision 15), also without an event. */
export const expireOrders: Job = {
  name: 'expire-orders',
  everyMs: 1_000,
  run: async (context) => {
    let isMore = false
    for (const chain of context.chains.all) if ((await expireOf(context, chain)) >= BATCH) isMore = true
    return isMore
  },
}

/** Open orders that were signed for former contracts. */
async function movedOf({ db }: Context, chain: Chain): Promise<{ id: number }[]> {
  const former = (chain.config.contracts.former ?? []).map(({ exchange }) => bytes(exchange))
  if (former.length === 0) return []
  return db
    .selectFrom('market_order')
    .select('id')
    .where('chain_id', '=', chain.id)
    .where('exchange', 'in', former)
    .where('status', '=', ORDER_STATUS.OPEN)
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

async function expireOf(context: Context, chain: Chain): Promise<number> {
  // After a start the chain's clock is known with its first head; this machine's own may differ.
  if (!chain.head()) return 0
  const now = chain.now()
  const moved = await movedOf(context, chain)
  const due = await context.db
    .selectFrom('market_order')
    .select('id')
    .where('chain_id', '=', chain.id)
    .where('status', '=', ORDER_STATUS.OPEN)
    .where(({ and, eb, or }) =>
      or([
        and([eb('is_live', '=', true), eb('valid_until', '<', now), eb('valid_until', '>', 0)]),
        and([
          eb('is_live', '=', false),
          eb('is_fundable', '=', true),
          eb('has_left', '=', false),
          eb('valid_from', '>', 0),
          eb('valid_from', '<=', now),
          or([eb('valid_until', '>=', now), eb('valid_until', '=', 0)]),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(BATCH)
    .execute()
  let done = 0
  for (const { id } of [...moved, ...due]) {
    const expiring = transact(context.db, async (tx) => {
      const order = await findOrder(tx, id)
      if (!order) return
      await lockMakers(tx, chain.id, [order.maker])
      const refreshed = await refreshOrder(tx, chain.config.contracts, id, now)
      await refreshItems(tx, chain.id, [refreshed])
      await emitEvents(tx, eventsOfOrder(chain.id, refreshed))
      await settleMoney(tx, chain, [refreshed])
    })
    // One that can't be written must not keep the others on sale.
    await expiring.then(
      () => done++,
      (error: unknown) => context.log.warn('order not expired', { orderId: id, error }),
    )
  }
  return done
}
