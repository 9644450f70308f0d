import { readFile } from 'node:fs/promises'
import { readMetadata } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { erc721Abi } from 'viem'
import type { Context } from '../../context.ts'
import { addressOf, bytes, type Tx } from '../../db/database.ts'
import { withoutNul } from '../../db/text.ts'
import { isRevert } from '../orders/proof.ts'
import { findItem, type ItemRef } from './store.ts'

/** What the collection says has changed is read again; what is known stays shown until then. */
export async function forgetMetadata({ tx, chainId }: { tx: Tx; chainId: number }, collection: Address, tokenId?: bigint): Promise<void> {
  let update = tx
    .updateTable('item')
    .set({ metadata_next_at: 0, metadata_tries: 0 })
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .where('is_confirmed', '=', true)
  if (tokenId !== undefined) update = update.where('token_id', '=', tokenId)
  await update.execute()
}

const MOST_TRIES = 13
const FIRST_RETRY_S = 5
const MOST_BYTES = 1_000_000
const LONGEST_URI = 2_000
const BATCH = 50

/** Reads token URIs that are due and compares them with what is known. Answers how many it looked at. */
export async function readDueMetadata(context: Context): Promise<number> {
  const now = context.clock.now()
  const due = await context.db
    .selectFrom('item')
    .select(['chain_id', 'collection', 'token_id', 'metadata_tries'])
    .where('metadata_next_at', '<=', now)
    .where('is_confirmed', '=', true)
    .orderBy('metadata_next_at')
    .limit(BATCH)
    .execute()
  for (const row of due) {
    const ref = { chainId: row.chain_id, collection: addressOf(row.collection), tokenId: row.token_id }
    try {
      await readOne(context, ref)
    } catch (error) {
      const tries = row.metadata_tries + 1
      context.log.warn('token URI not read', { ...ref, tries, error })
      await update(context, ref, { metadata_tries: tries, metadata_next_at: tries < MOST_TRIES ? now + FIRST_RETRY_S * 2 ** tries : null })
    }
  }
  return due.length
}

async function readOne(context: Context, ref: ItemRef): Promise<void> {
  const chain = context.chains.get(ref.chainId)
  const uri = await chain.client
    .readContract({ address: ref.collection, abi: erc721Abi, functionName: 'tokenURI', args: [ref.tokenId] })
    .catch((error: unknown) => {
      if (isRevert(error)) return undefined
      throw error
    })
  const item = await findItem(context.db, ref)
  if (uri === undefined || !item || uri === item.metadataUrl) return update(context, ref, { metadata_next_at: null })
  const metadata = await storedMetadata(context, uri)
  const known = readMetadata(metadata)
  const picture = await mediaOf(context, known.image)
  const animation = await mediaOf(context, known.animationUrl)
  await update(context, ref, {
    metadata_next_at: null,
    metadata_url: withoutNul(uri).slice(0, LONGEST_URI),
    metadata,
    name: withoutNul(known.name).slice(0, 200),
    media_kind: kindOf(animation ?? picture),
    width: picture?.width ?? 0,
    height: picture?.height ?? 0,
  })
}

type Change = {
  metadata_next_at: number | null
  metadata_tries?: number
  metadata_url?: string
  metadata?: string
  name?: string
  media_kind?: 'image' | 'audio' | 'video' | 'unknown'
  width?: number
  height?: number
}

async function update(context: Context, ref: ItemRef, change: Change): Promise<void> {
  await context.db
    .updateTable('item')
    .set(change)
    .where('chain_id', '=', ref.chainId)
    .where('collection', '=', bytes(ref.collection))
    .where('token_id', '=', ref.tokenId)
    .execute()
}

/** The text behind an ipfs address, when it is a content we store; "" for any other. */
async function storedMetadata(context: Context, uri: string): Promise<string> {
  const media = await mediaOf(context, uri)
  if (media?.kind !== 'json' || media.size > MOST_BYTES) return ''
  return withoutNul(await readFile(context.media.pathOf(media.cid), 'utf8'))
}

async function mediaOf(context: Context, uri: string) {
  const cid = /^ipfs:\/\/(?:ipfs\/)?([a-zA-Z0-9]{46,100})$/.exec(uri)?.[1]
  return cid ? context.media.find(context.db, cid) : undefined
}

function kindOf(media: { kind: 'image' | 'audio' | 'video' | 'json' } | undefined): 'image' | 'audio' | 'video' | 'unknown' {
  return media && media.kind !== 'json' ? media.kind : 'unknown'
}
