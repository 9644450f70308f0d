import type { NoticeContent } from '@plinth/api'
import { type Address, formatUnits, NOTICE_SUBTYPE, NOTICE_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { addressOf, bytes, type Db, transact } from '../db/database.ts'
import { notifiedAmong } from '../modules/inbox/service.ts'
import { addNotices, type NewNotice } from '../modules/notices/service.ts'
import { isOfferable } from '../modules/orders/service.ts'
import { type BestOffer, findBestOffer } from '../read/best-offer.ts'
import { collectionBriefs } from '../state/collections/store.ts'
import { idOfRoot } from '../state/orders/criteria.ts'
import type { Job } from './job.ts'

/** Holders are notified of a collection's best offer once an hour at most. */
const REST_S = 3_600
/** Least worth of a new best offer, in percent of the last one. */
const LEAST_RISE = 105n
/** Least worth of an offer in percent of the floor. */
const LEAST_OF_FLOOR = 50
/** Collections of one run. */
const BATCH = 100
/** Holders of one collection in one run: other collections don't wait for a large one. */
export const HOLDERS = 500

type Of = { readonly chainId: number; readonly collection: Address }
type Ongoing = Of & { readonly orderId: number; readonly version: number; readonly after: Uint8Array | null }

/** Notifies the holders of a collection of a new best offer for any of its works (COFF-11). */
export const notifyOffers: Job = {
  name: 'notify-offers',
  everyMs: 1_000,
  run: async (context) => {
    await takeDue(context)
    const due = await findDue(context)
    for (const of of due) await look(context, of)
    const ongoing = await findOngoing(context.db)
    for (const one of ongoing) await notifySome(context, one)
    return due.length === BATCH || ongoing.length > 0
  },
}

/** A collection that rests is looked at when its hour is over. */
async function takeDue({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await sql`with taken as (delete from offer_due where id in (select id from offer_due order by id limit 10000) returning chain_id, collection)
    insert into offer_notified (chain_id, collection, worth, notified_at, again_at) select distinct chain_id, collection, 0, 0, ${now}::bigint from taken
    on conflict (chain_id, collection) do update set again_at = greatest(${now}::bigint, offer_notified.notified_at + ${REST_S})`.execute(
    db,
  )
}

async function findDue({ db, clock }: Context): Promise<Of[]> {
  const rows = await db
    .selectFrom('offer_notified')
    .select(['chain_id', 'collection'])
    .where('again_at', '<=', clock.now())
    .where('order_id', 'is', null)
    .orderBy('again_at')
    .limit(BATCH)
    .execute()
  return rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection) }))
}

/** Begins with the best offer if it is a new one. */
async function look(context: Context, { chainId, collection }: Of): Promise<void> {
  const isThere = context.chains.all.some(({ id }) => id === chainId)
  const best = isThere ? await findBestOffer(context, chainId, collection) : undefined
  await transact(context.db, async (tx) => {
    const key = { chain_id: chainId, collection: bytes(collection) }
    const notified = await tx
      .selectFrom('offer_notified')
      .select(['worth', 'notified_at'])
      .where(({ and }) => and(key))
      .forUpdate()
      .executeTakeFirst()
    if (!notified) return
    const next = notified.notified_at + REST_S
    const isNew = best && best.worth * 100n >= notified.worth * LEAST_RISE && (best.percent ?? LEAST_OF_FLOOR) >= LEAST_OF_FLOOR
    const begun = isNew && { worth: best.worth, order_id: Number(best.offer.id), version: best.version, after: null }
    const isResting = next > context.clock.now()
    await tx
      .updateTable('offer_notified')
      .set(isResting ? { again_at: next } : begun ? Object.assign(begun, { again_at: null }) : { again_at: null })
      .where(({ and }) => and(key))
      .execute()
  })
}

async function findOngoing(db: Db): Promise<Ongoing[]> {
  const rows = await db
    .selectFrom('offer_notified')
    .select(['chain_id', 'collection', 'order_id', 'version', 'after'])
    .where('order_id', 'is not', null)
    .limit(BATCH)
    .execute()
  return rows.map((row) => ({
    chainId: row.chain_id,
    collection: addressOf(row.collection),
    orderId: row.order_id ?? 0,
    version: row.version ?? 0,
    after: row.after,
  }))
}

/** Notifies the next holders in the order of their addresses, while the offer is still the best. */
async function notifySome(context: Context, ongoing: Ongoing): Promise<void> {
  const { chainId, collection, orderId, version } = ongoing
  const best = await findBestOffer(context, chainId, collection)
  const isStill = best?.offer.id === BigInt(orderId) && best.version === version
  await transact(context.db, async (tx) => {
    const holders = best && isStill ? await holdersAfter(tx, ongoing, best) : []
    if (best && isStill) {
      const about = { orderId, maker: best.offer.maker, percent: best.percent }
      const content = await contentOf(tx, best)
      const notified = await notifiedAmong(tx, holders, about)
      await addNotices(
        tx,
        notified.map((account) => noticeOf(best, account, content, context.clock.now())),
      )
    }
    const last = holders.length < HOLDERS ? undefined : holders.at(-1)
    await tx
      .updateTable('offer_notified')
      .set(last ? { after: bytes(last) } : { order_id: null, version: null, after: null, notified_at: context.clock.now() })
      .where('chain_id', '=', chainId)
      .where('collection', '=', bytes(collection))
      .execute()
  })
}

/** Holders of works that the offer takes. */
async function holdersAfter(db: Db, { chainId, collection, after }: Ongoing, { offer }: BestOffer): Promise<Address[]> {
  const { root, items } = offer
  const isTaken =
    items === undefined || root === undefined
      ? sql``
      : sql`and h.token_id in (select unnest(s.ids) from offer_set s where s.chain_id = ${chainId} and s.collection = ${bytes(collection)}
          and s.token_id = ${String(idOfRoot(root))}::text::numeric)`
  const { rows } = await sql<{ owner: Uint8Array }>`select c.owner from collection_holder c
    where c.chain_id = ${chainId} and c.collection = ${bytes(collection)} and c.owner > ${after ?? Buffer.alloc(0)}
      and exists (select from holding h join item on item.chain_id = h.chain_id and item.collection = h.collection and item.token_id = h.token_id
        where h.owner = c.owner and h.chain_id = ${chainId} and h.collection = ${bytes(collection)} and h.quantity > 0 and ${isOfferable} ${isTaken})
    order by c.owner limit ${HOLDERS}`.execute(db)
  return rows.map(({ owner }) => addressOf(owner))
}

async function contentOf(db: Db, { offer }: BestOffer): Promise<NoticeContent> {
  const briefs = await collectionBriefs(db, [offer])
  return {
    chainId: offer.chainId,
    collection: briefs.get(`${offer.chainId}:${offer.collection}`),
    txHash: '',
    sellToken: offer.payToken.address,
    sellTokenId: '0',
    buyToken: offer.collection,
    buyTokenId: '',
    price: formatUnits(offer.unitPrice, offer.payToken.decimals),
    symbol: offer.payToken.symbol,
    quantity: offer.left.toString(),
  }
}

function noticeOf({ offer, version }: BestOffer, account: Address, content: NoticeContent, createdAt: number): NewNotice {
  return {
    account,
    source: `offer:${offer.id}:${version}`,
    chainId: offer.chainId,
    type: NOTICE_TYPE.TRADE,
    subType: NOTICE_SUBTYPE.OFFERED,
    actor: offer.maker,
    media: content.collection?.cover ?? '',
    content,
    createdAt,
  }
}
