import type { NoticeContent } from '@plinth/api'
import { type Address, formatUnits, NOTICE_SUBTYPE, NOTICE_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { addressOf, bytes, type Db, transact } from '../db/database.ts'
import { toldAmong } from '../modules/inbox/service.ts'
import { addNotices, type NewNotice } from '../modules/notices/service.ts'
import { isOfferable } from '../modules/orders/service.ts'
import { type BestOffer, findBestOffer } from '../read/best-offer.ts'
import { collectionBriefs } from '../state/collections/store.ts'
import { idOfRoot } from '../state/orders/criteria.ts'
import type { Job } from './job.ts'

/** Holders are told of a collection's best offer once an hour at most. */
const REST_S = 3_600
/** A new best is so much dearer than the last that was told, in percent. */
const LEAST_RISE = 105n
/** Percent of the floor below which holders are told of no offer. */
const LEAST_OF_FLOOR = 50
/** Collections of one run. */
const BATCH = 100
/** Holders of one collection that are told in one run: those of a large collection don't keep others waiting. */
export const HOLDERS = 500

type Of = { readonly chainId: number; readonly collection: Address }
type Telling = Of & { readonly orderId: number; readonly version: number; readonly after: Uint8Array | null }

/** Tells the holders of a collection of a new best offer for any of its works (COFF-11). */
export const tellOffers: Job = {
  name: 'tell-offers',
  everyMs: 1_000,
  run: async (context) => {
    await takeDue(context)
    const due = await findDue(context)
    for (const of of due) await look(context, of)
    const telling = await findTelling(context.db)
    for (const one of telling) await tellSome(context, one)
    return due.length === BATCH || telling.length > 0
  },
}

/** A collection that rests is looked at when its hour is over. */
async function takeDue({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await sql`with taken as (delete from offer_due where id in (select id from offer_due order by id limit 10000) returning chain_id, collection)
    insert into offer_told (chain_id, collection, worth, told_at, again_at) select distinct chain_id, collection, 0, 0, ${now}::bigint from taken
    on conflict (chain_id, collection) do update set again_at = greatest(${now}::bigint, offer_told.told_at + ${REST_S})`.execute(db)
}

async function findDue({ db, clock }: Context): Promise<Of[]> {
  const rows = await db
    .selectFrom('offer_told')
    .select(['chain_id', 'collection'])
    .where('again_at', '<=', clock.now())
    .where('order_id', 'is', null)
    .orderBy('again_at')
    .limit(BATCH)
    .execute()
  return rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection) }))
}

/** Begins to tell of the best offer where it is a new one. */
async function look(context: Context, { chainId, collection }: Of): Promise<void> {
  const isThere = context.chains.all.some(({ id }) => id === chainId)
  const best = isThere ? await findBestOffer(context, chainId, collection) : undefined
  await transact(context.db, async (tx) => {
    const key = { chain_id: chainId, collection: bytes(collection) }
    const told = await tx
      .selectFrom('offer_told')
      .select(['worth', 'told_at'])
      .where(({ and }) => and(key))
      .forUpdate()
      .executeTakeFirst()
    if (!told) return
    const next = told.told_at + REST_S
    const isNew = best && best.worth * 100n >= told.worth * LEAST_RISE && (best.percent ?? LEAST_OF_FLOOR) >= LEAST_OF_FLOOR
    const begun = isNew && { worth: best.worth, order_id: Number(best.offer.id), version: best.version, after: null }
    const isResting = next > context.clock.now()
    await tx
      .updateTable('offer_told')
      .set(isResting ? { again_at: next } : begun ? Object.assign(begun, { again_at: null }) : { again_at: null })
      .where(({ and }) => and(key))
      .execute()
  })
}

async function findTelling(db: Db): Promise<Telling[]> {
  const rows = await db
    .selectFrom('offer_told')
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

/** The next holders in the order of their addresses; ends where the offer is no longer the one that is told of. */
async function tellSome(context: Context, telling: Telling): Promise<void> {
  const { chainId, collection, orderId, version } = telling
  const best = await findBestOffer(context, chainId, collection)
  const isStill = best?.offer.id === BigInt(orderId) && best.version === version
  await transact(context.db, async (tx) => {
    const holders = best && isStill ? await holdersAfter(tx, telling, best) : []
    if (best && isStill) {
      const about = { orderId, maker: best.offer.maker, percent: best.percent }
      const content = await contentOf(tx, best)
      const told = await toldAmong(tx, holders, about)
      await addNotices(
        tx,
        told.map((account) => noticeOf(best, account, content, context.clock.now())),
      )
    }
    const last = holders.length < HOLDERS ? undefined : holders.at(-1)
    await tx
      .updateTable('offer_told')
      .set(last ? { after: bytes(last) } : { order_id: null, version: null, after: null, told_at: context.clock.now() })
      .where('chain_id', '=', chainId)
      .where('collection', '=', bytes(collection))
      .execute()
  })
}

/** Holders of works that the offer takes. */
async function holdersAfter(db: Db, { chainId, collection, after }: Telling, { offer }: BestOffer): Promise<Address[]> {
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
