import type { ItemRecord } from '@plinth/api'
import { sql } from 'kysely'
import { z } from 'zod'
import { byteas, givenRows, int8s, numerics, texts } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { givenItems, type ItemRef, refKey } from '../db/item-keys.ts'
import type { Logger } from '../log.ts'
import { findItems } from '../state/items/store.ts'
import { cardText, FORM } from './card-text.ts'
import { hydrateItems, type Reads } from './items.ts'
import { lastSales } from './last-sales.ts'
import { type LastSale, slimText } from './slim-text.ts'

/** Cards built in one go. */
const AT_ONCE = 200
/** Of more, the next readers ask again. */
const MOST_WAITING = 5_000
/** A longer card is not kept: an item may have thousands of bids. */
const MOST_CHARS = 1_000_000
const NEVER = Number.MAX_SAFE_INTEGER

type Builds = Reads & { readonly log?: Logger; readonly stopping?: AbortController }
type Builder = { readonly waiting: Map<string, ItemRef>; running: Promise<void> | undefined }

const builders = new WeakMap<Db, Builder>()

/** Builds the cards of these items after the request that missed them, one batch at a time. */
export function buildLater(context: Builds, refs: readonly ItemRef[]): void {
  if (refs.length === 0 || context.db.isTransaction) return
  const builder = builders.get(context.db) ?? { waiting: new Map(), running: undefined }
  builders.set(context.db, builder)
  for (const ref of refs) {
    if (builder.waiting.size >= MOST_WAITING) break
    builder.waiting.set(refKey(ref), ref)
  }
  builder.running ??= run({ ...context, caller: undefined }, builder).finally(() => {
    builder.running = undefined
  })
}

/** Ends when no card waits to be built; of a process that stops, with the batch in hand. */
export async function cardsBuilt(db: Db): Promise<void> {
  for (let running = builders.get(db)?.running; running; running = builders.get(db)?.running) await running
}

async function run(context: Builds, { waiting }: Builder): Promise<void> {
  // After the answer that asked for it.
  await new Promise((resolve) => setImmediate(resolve))
  while (waiting.size > 0 && !context.stopping?.signal.aborted) {
    const refs = [...waiting.values()].slice(0, AT_ONCE)
    for (const ref of refs) waiting.delete(refKey(ref))
    try {
      await buildCards(context, refs)
    } catch (error) {
      // A reader finds the record without a card too.
      context.log?.warn('cards not built', { error })
      waiting.clear()
    }
  }
}

type Moment = {
  readonly version: number
  readonly fresh_from: number
  readonly fresh_until: number
  readonly locked_until: number
  /** Transfers mark the item: it has a row among the cards. */
  readonly is_placed: boolean
}

/**
 * Builds and stores the cards of these items. The version is read first: a change in the meantime leaves the new card with an old
 * version, so that it is not read.
 */
export async function buildCards(context: Reads, refs: readonly ItemRef[]): Promise<void> {
  const reads: Reads = { ...context, caller: undefined }
  const at = timesOf(context, refs)
  const moments = await readPlaced(reads, refs, at)
  const records = await hydrateItems(reads, await findItems(reads.db, refs))
  const sales = await lastSales(reads.db, refs)
  // What the clock has changed meanwhile may be in a record, or not.
  const later = timesOf(context, refs)
  const built = records.flatMap((record) => {
    const key = refKey(record)
    const [moment, now] = [moments.get(key), later.get(record.chainId)]
    if (!moment || !now || now.chain < moment.fresh_from || now.chain >= moment.fresh_until) return []
    if (moment.locked_until !== 0 && now.server >= moment.locked_until) return []
    const texts = textsOf(record, sales.get(key))
    return texts === undefined ? [] : [{ record, ...texts, ...moment }]
  })
  if (built.length === 0) return
  const given = givenRows({
    chain_id: int8s(built.map(({ record }) => record.chainId)),
    collection: byteas(built.map(({ record }) => record.collection)),
    token_id: numerics(built.map(({ record }) => record.tokenId)),
    version: int8s(built.map(({ version }) => version)),
    fresh_from: int8s(built.map(({ fresh_from }) => fresh_from)),
    fresh_until: int8s(built.map(({ fresh_until }) => fresh_until)),
    locked_until: int8s(built.map(({ locked_until }) => locked_until)),
    card: texts(built.map(({ card }) => card)),
    slim: texts(built.map(({ slim }) => slim)),
  })
  // While versions run side by side, the older one leaves the cards of the newer one.
  // Only where its row still is. Held in one order, against deadlock.
  await sql`update item_card set version = built.version, form = ${sql.lit(FORM)}, fresh_from = built.fresh_from,
      fresh_until = built.fresh_until, locked_until = built.locked_until, card = built.card, slim = built.slim
    from (select given.* from ${given} join item_card held on held.chain_id = given.chain_id and held.collection = given.collection
      and held.token_id = given.token_id and held.form <= ${sql.lit(FORM)}
      order by held.chain_id, held.collection, held.token_id for update of held) built
    where item_card.chain_id = built.chain_id and item_card.collection = built.collection and item_card.token_id = built.token_id`.execute(
    reads.db,
  )
}

async function readPlaced(reads: Reads, refs: readonly ItemRef[], at: Times): Promise<Map<string, Moment>> {
  const moments = await readMoments(reads, refs, at)
  const unplaced = refs.filter((ref) => moments.get(refKey(ref))?.is_placed === false)
  if (unplaced.length === 0) return moments
  await placeCards(reads.db, unplaced)
  return readMoments(reads, refs, at)
}

/** A version that no mark has. */
const UNBUILT = -1

/**
 * A transfer marks an item that has a card, and no other: so a row that is not read comes before what it will say. A block that is
 * being written may not have seen it, and is waited for: its transaction holds the chain's cursor, as all that write holdings do.
 */
async function placeCards(db: Db, refs: readonly ItemRef[]): Promise<void> {
  await sql`insert into item_card (chain_id, collection, token_id, version, fresh_from, fresh_until, locked_until, card, form)
    select item.chain_id, item.collection, item.token_id, ${sql.lit(UNBUILT)}, 0, 0, 0, '', ${sql.lit(FORM)} from ${givenItems(refs)}
    join item on item.chain_id = given.given_chain and item.collection = given.collection and item.token_id = given.token_id
    order by 1, 2, 3 on conflict (chain_id, collection, token_id) do nothing`.execute(db)
  await sql`select number from chain_cursor where chain_id = any(${int8s([...new Set(refs.map(({ chainId }) => chainId))])})
    order by chain_id for share`.execute(db)
}

type Texts = { readonly card: string; readonly slim: string }

/** Undefined for a record that its form refuses: while old blocks are read, an item may be burnt before it is minted. */
function textsOf(record: ItemRecord, sale: LastSale | undefined): Texts | undefined {
  try {
    return { card: ifShort(cardText(record)), slim: ifShort(slimText(record, sale)) }
  } catch (error) {
    if (error instanceof z.core.$ZodError) return undefined
    throw error
  }
}

const ifShort = (text: string): string => (text.length > MOST_CHARS ? '' : text)

type Times = ReadonlyMap<number, { readonly chain: number; readonly server: number }>

/** Each chain has its clock (decision 15); locks run by the server's. */
function timesOf({ chains, clock }: Reads, refs: readonly ItemRef[]): Times {
  const ids = [...new Set(refs.map(({ chainId }) => chainId))]
  return new Map(ids.map((id) => [id, { chain: chains.find(id)?.now() ?? 0, server: clock.now() }]))
}

/** The present version of each item's inputs, and the span of time in which they mean the same. */
async function readMoments({ db }: Reads, refs: readonly ItemRef[], at: Times): Promise<Map<string, Moment>> {
  const given = givenRows({
    given_chain: int8s(refs.map(({ chainId }) => chainId)),
    collection: byteas(refs.map(({ collection }) => collection)),
    token_id: numerics(refs.map(({ tokenId }) => tokenId)),
    place: int8s(refs.map((_, place) => place)),
    now: int8s(refs.map(({ chainId }) => at.get(chainId)?.chain ?? 0)),
    server_now: int8s(refs.map(({ chainId }) => at.get(chainId)?.server ?? 0)),
  })
  const ofItem = sql`chain_id = given.given_chain and collection = given.collection and token_id = given.token_id`
  const { rows } = await sql<Moment & { place: number }>`
    select given.place, coalesce((select version from item_mark where ${ofItem}), 0) as version,
      coalesce((select until from item_lock where ${ofItem} and until > given.server_now), 0) as locked_until,
      exists (select from item_card where ${ofItem}) as is_placed, coalesce(turns.before, 0) as fresh_from, coalesce(turns.after, ${sql.lit(NEVER)}) as fresh_until
    from ${given} left join lateral (
      select max(turn.at) filter (where turn.at <= given.now) as before, min(turn.at) filter (where turn.at > given.now) as after
      from (
        select expired_time as at from auction where ${ofItem} and is_live
        union all
        select valid_until + 1 from market_order where ${ofItem} and is_live and valid_until <> 0
      ) turn
    ) turns on true`.execute(db)
  return new Map(rows.flatMap(({ place, ...moment }) => (refs[place] ? [[refKey(refs[place]), moment] as const] : [])))
}
