import { type CollectionBrief, readMetadata } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { toAddress } from '@plinth/protocol'
import type { Hex } from 'viem'
import { addressOf, bytes, type Tx } from '../../db/database.ts'
import { isAnythingKept } from '../../state/boxes/kept.ts'
import { collectionBriefs } from '../../state/collections/store.ts'
import { findItems, type ItemRow } from '../../state/items/store.ts'
import type { MarketEvent } from '../../state/market-event.ts'
import { findOrdersPayToken } from '../pay-tokens/service.ts'
import { addNotices, type NewNotice } from './inbox.ts'
import { type NoticeFacts, noticesOf } from './rules.ts'
import { briefOf } from './today.ts'

export { addNotices, forgetNotices, moveNotices, type NewNotice, removeNotices } from './inbox.ts'
export { countNotices, countUnread } from './store.ts'

/** Writes the notices of these events, in the transaction that makes them true. */
export async function notify(tx: Tx, events: readonly MarketEvent[]): Promise<void> {
  const known = await loadKnown(tx, events)
  const notices: NewNotice[] = []
  for (const event of events) notices.push(...noticesOf(event, await factsOf(tx, event, known)))
  await addNotices(tx, notices)
}

/** Rows that the events name, loaded once for all of them. */
type Known = { readonly briefs: ReadonlyMap<string, CollectionBrief>; readonly items: ReadonlyMap<string, ItemRow> }

async function loadKnown(tx: Tx, events: readonly MarketEvent[]): Promise<Known> {
  const briefs = await collectionBriefs(tx, events)
  const items = await findItems(
    tx,
    events.filter((event) => 'tokenId' in event),
  )
  return { briefs, items: new Map(items.map((item) => [`${item.chainId}:${item.collection}:${item.tokenId}`, item])) }
}

/** The notices of a like: to the liker, and to the item's creator. */
export async function noticesOfLike(tx: Tx, { item, liker, at }: { item: ItemRow; liker: Address; at: number }): Promise<NewNotice[]> {
  const { chainId, collection, tokenId, creator } = item
  const source = `like:${chainId}:${collection}:${tokenId}:${liker}`
  const event: MarketEvent = { kind: 'liked', chainId, source, txHash: '', at, collection, tokenId, liker, creator }
  return noticesOf(event, await factsOf(tx, event, await loadKnown(tx, [event])))
}

async function factsOf(tx: Tx, event: MarketEvent, known: Known): Promise<NoticeFacts> {
  const { chainId, collection } = event
  const brief = known.briefs.get(`${chainId}:${collection}`)
  if (event.kind === 'collectionCreated') return { collection: brief, holders: [], media: brief?.cover ?? '' }
  if (event.kind === 'collectionUnknown') return { collection: event.brief, holders: [], media: event.brief.cover }
  if ('box' in event) return { holders: [], media: event.box.image, isKept: await isKeptFor(tx, event) }
  const item = known.items.get(`${chainId}:${collection}:${event.tokenId}`)
  const payToken = 'snapshot' in event ? await findOrdersPayToken(tx, chainId, toAddress(event.snapshot.payToken)) : undefined
  return {
    item: item && {
      address: collection,
      tokenId: event.tokenId,
      standard: item.standard,
      metadataUrl: item.metadataUrl,
      metadata: item.metadata === '' ? '' : briefOf(readMetadata(item.metadata)),
    },
    collection: brief,
    payToken,
    holders: isOfBid(event) ? await holdersOf(tx, event) : [],
    media: item ? readMetadata(item.metadata).image : '',
  }
}

/** Whether the contract kept part of what a draw or a refund sent to its buyer; other events of a series send nothing. */
async function isKeptFor(tx: Tx, event: Extract<MarketEvent, { box: unknown }>): Promise<boolean> {
  return 'buyer' in event && isAnythingKept(tx, event.chainId, event.txHash as Hex, event.buyer)
}

type BidEvent = Extract<MarketEvent, { kind: 'bidden' | 'bidRaised' | 'bidCancelled' }>
const isOfBid = (event: MarketEvent): event is BidEvent =>
  event.kind === 'bidden' || event.kind === 'bidRaised' || event.kind === 'bidCancelled'

type BidOn = { readonly chainId: number; readonly collection: Address; readonly tokenId: bigint; readonly maker: Address }

/** Holders that are notified of a bid; of an edition with thousands, the first thousand. */
const MOST_HOLDERS = 1_000

/** Without holders that have blocked the bidder (MORE-01). */
async function holdersOf(tx: Tx, { chainId, collection, tokenId, maker }: BidOn): Promise<Address[]> {
  const rows = await tx
    .selectFrom('holding')
    .select('owner')
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .where('token_id', '=', tokenId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('maker_block')
            .select('maker')
            .whereRef('maker_block.account', '=', 'holding.owner')
            .where('maker_block.maker', '=', bytes(maker)),
        ),
      ),
    )
    .limit(MOST_HOLDERS)
    .execute()
  return rows.map((row) => addressOf(row.owner))
}
