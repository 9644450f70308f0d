import { type Address, boxPhase } from '@plinth/protocol'
import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { hasAnyRow } from '../db/any-row.ts'
import { addressOf, bytes, type Db, type Tx, transact } from '../db/database.ts'
import { aboutBox } from '../modules/boxes/service.ts'
import { notify } from '../modules/notices/service.ts'
import { eventOfBox } from '../state/boxes/state.ts'
import { lockBox, type StoredBox } from '../state/boxes/store.ts'
import { emitEvents } from '../state/outbox/outbox.ts'
import { forEachChain } from './each-chain.ts'
import type { Job } from './job.ts'

const BATCH = 100
/** Of an owner with more followers the first ones are notified. */
const MOST_FOLLOWERS = 1_000

/** Sales begin by the chain's clock (decision 15), and some end with the last box. Their rows record what has been notified. */
export const runBoxes: Job = {
  name: 'run-boxes',
  everyMs: 1_000,
  run: async (context) => {
    await forEachChain(context, async (chain) => {
      if (!chain.head() || !(await isAnyDue(context, chain))) return
      for (const work of [notifyStarts, notifySoldOut]) await work(context, chain)
    })
    return false
  },
}

function notNotified({ db }: Context, chain: Chain, flag: 'is_start_told' | 'is_sold_out_told') {
  return db
    .selectFrom('blind_box')
    .select('id')
    .where('chain_id', '=', chain.id)
    .where('is_registered', '=', true)
    .where(flag, '=', false)
    .limit(BATCH)
}

const started = (context: Context, chain: Chain, now: number) => notNotified(context, chain, 'is_start_told').where('start_time', '<=', now)

const soldOut = (context: Context, chain: Chain) => notNotified(context, chain, 'is_sold_out_told').whereRef('opened', '>=', 'boxes')

const isAnyDue = (context: Context, chain: Chain) => hasAnyRow(context.db, [started(context, chain, chain.now()), soldOut(context, chain)])

async function notifyStarts(context: Context, chain: Chain): Promise<void> {
  const now = chain.now()
  for (const { id } of await started(context, chain, now).execute())
    await within(context, id, async (tx, box) => {
      await tx.updateTable('blind_box').set({ is_start_told: true }).where('id', '=', id).execute()
      // A late notice is of no use.
      if (boxPhase(box, now) !== 'end') return
      const followers = await followersOf(tx, box.owner)
      const origin = { source: `box:${id}:started`, txHash: '', at: now }
      await notify(tx, [{ kind: 'boxStarted', ...(await aboutBox(tx, box)), ...origin, followers }])
      await emitEvents(tx, [eventOfBox(box)])
    })
}

async function notifySoldOut(context: Context, chain: Chain): Promise<void> {
  const now = chain.now()
  for (const { id } of await soldOut(context, chain).execute())
    await within(context, id, async (tx, box) => {
      await tx.updateTable('blind_box').set({ is_sold_out_told: true }).where('id', '=', id).execute()
      const origin = { source: `box:${id}:sold out`, txHash: '', at: now, boxes: box.boxes }
      await notify(tx, [{ kind: 'boxSoldOut', ...(await aboutBox(tx, box)), ...origin }])
    })
}

/** A row that can't be written must not keep the others waiting. */
async function within(context: Context, id: number, work: (tx: Tx, box: StoredBox) => Promise<void>): Promise<void> {
  const writing = transact(context.db, async (tx) => work(tx, await lockBox(tx, id)))
  await writing.catch((error: unknown) => context.log.warn('box not moved on', { boxId: id, error }))
}

async function followersOf(db: Db, owner: Address): Promise<Address[]> {
  const rows = await db.selectFrom('follow').select('follower').where('followed', '=', bytes(owner)).limit(MOST_FOLLOWERS).execute()
  return rows.map((row) => addressOf(row.follower))
}
