import { readMetadata } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { toAddress } from '@plinth/protocol'
import { addressOf, bytes, type Tx } from '../../db/database.ts'
import { collectionBriefs } from '../collections/service.ts'
import { findItem, type ItemRow } from '../items/service.ts'
import { findPayToken } from '../site/service.ts'
import { type MarketEvent, type NoticeFacts, noticesOf } from './rules.ts'
import { addNotices, type NewNotice } from './service.ts'

/** Writes the notices of these events, in the transaction that makes them true. */
export async function tellEvents(tx: Tx, events: readonly MarketEvent[]): Promise<void> {
  for (const event of events) await addNotices(tx, noticesOf(event, await factsOf(tx, event)))
}

/** The notices of a like: to the liker, and to the item's creator. */
export async function tellLike(tx: Tx, { item, liker, at }: { item: ItemRow; liker: Address; at: number }): Promise<NewNotice[]> {
  const { chainId, collection, tokenId, creator } = item
  const source = `like:${chainId}:${collection}:${tokenId}:${liker}`
  const event: MarketEvent = { kind: 'liked', chainId, source, txHash: '', at, collection, tokenId, liker, creator }
  return noticesOf(event, await factsOf(tx, event))
}

async function factsOf(tx: Tx, event: MarketEvent): Promise<NoticeFacts> {
  const { chainId, collection } = event
  const brief = (await collectionBriefs(tx, [{ chainId, collection }])).get(`${chainId}:${collection}`)
  if (event.kind === 'collectionCreated') return { collection: brief, holders: [], media: brief?.cover ?? '' }
  const item = await findItem(tx, event)
  const payToken = 'snapshot' in event ? await findPayToken(tx, chainId, toAddress(event.snapshot.payToken)) : undefined
  return {
    item: item && {
      address: collection,
      tokenId: event.tokenId,
      standard: item.standard,
      metadataUrl: item.metadataUrl,
      metadata: item.metadata,
    },
    collection: brief,
    payToken,
    holders: event.kind.startsWith('bid') ? await holdersOf(tx, event) : [],
    media: item ? readMetadata(item.metadata).image : '',
  }
}

/** Holders that are told of a bid; of an edition with thousands, the first thousand. */
const MOST_HOLDERS = 1_000

async function holdersOf(
  tx: Tx,
  { chainId, collection, tokenId }: { chainId: number; collection: Address; tokenId: bigint },
): Promise<Address[]> {
  const rows = await tx
    .selectFrom('holding')
    .select('owner')
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .where('token_id', '=', tokenId)
    .limit(MOST_HOLDERS)
    .execute()
  return rows.map((row) => addressOf(row.owner))
}
