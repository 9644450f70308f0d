import { AppError, readMetadata } from '@plinth/api'
import { type Address, TOKEN_STANDARD } from '@plinth/protocol'
import { erc721Abi, parseAbi } from 'viem'
import { isRevert } from '../../chain/revert.ts'
import { readRoyalties } from '../../chain/royalties.ts'
import type { Context, RequestContext } from '../../context.ts'
import { bytes, transact } from '../../db/database.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { placeItem, placeItemText } from '../../db/search.ts'
import { withoutNul } from '../../db/text.ts'
import { FetchRefused } from '../../fetch/fetcher.ts'
import { HostWaits } from '../../fetch/source.ts'
import type { StoredMedia } from '../../media/media.ts'
import { recountAttributes } from '../../state/items/attributes.ts'
import { type MetadataColumns, metadataColumns } from '../../state/items/metadata-columns.ts'
import { claimDue, type DueItem, forgetMetadata, somePlace, sweepRanges } from '../../state/items/metadata-due.ts'
import { findItem, isShown } from '../../state/items/store.ts'
import { emitEvents } from '../../state/outbox/outbox.ts'
import {
  type CleanMetadata,
  FIRST_RETRY_S,
  findPicture,
  MOST_TRIES,
  parseMetadata,
  readingTime,
  readText,
  readWhileDue,
  storableUri,
  storedMedia,
  type Turns,
} from '../metadata/service.ts'

/** Of all that are read at once, for one account and for one host. */
const AT_ONCE_PER_SHARE = 4
/** Waiting for their turn, of all and of one account. */
const MOST_PENDING = 64
const MOST_PENDING_OF = 16

/** Reads token URIs until none is due, those of noted ranges among them. Returns how many it tried. */
export function readDueMetadata(context: Context): Promise<number> {
  const { db, clock } = context
  let after = somePlace(context.chains.all.map(({ id }) => id))
  return readWhileDue<DueItem>(context, {
    atOncePerShare: AT_ONCE_PER_SHARE,
    mostPending: MOST_PENDING,
    mostPendingOf: MOST_PENDING_OF,
    claim: async (most, except) => {
      await sweepRanges(db)
      const { items, next } = await claimDue(db, clock.now(), { most, mostOf: MOST_PENDING_OF, except, after })
      after = next
      return items
    },
    read: (due, turns) => readOne(context, due, turns),
  })
}

/** Schedules one item's metadata to be read again; skips an item that was read a moment ago. */
export async function refreshMetadata(
  context: RequestContext,
  input: { collection: Address; tokenId: bigint; chainId?: number },
): Promise<void> {
  const chain = await context.chains.resolve(input)
  const item = await findItem(context.db, { ...input, chainId: chain.id })
  if (!isShown(item)) throw new AppError('NOT_FOUND')
  await transact(context.db, (tx) => forgetMetadata({ tx, chainId: chain.id }, item.collection, item.tokenId))
}

async function readOne(context: Context, due: DueItem, { onChain, inTurn }: Turns): Promise<void> {
  let uri: string | undefined
  try {
    const named = await onChain(() => tokenUri(context, due))
    uri = named
    const change = named === undefined ? {} : await inTurn(named, () => contentOf(context, due, named))
    const royalties = await onChain(() => royaltiesOf(context, due))
    await end(context, due, { metadata_next_at: null, metadata_tries: 0, ...royalties, ...change })
  } catch (error) {
    // The shutdown is the cause: the claim expires and another process takes it up.
    if (context.stopping.signal.aborted) return
    if (error instanceof HostWaits) return end(context, due, { metadata_next_at: error.until })
    const tries = due.tries + 1
    const isOver = error instanceof FetchRefused || tries >= MOST_TRIES
    const { chainId, collection, tokenId } = due
    context.log.warn('token URI not read', { chainId, collection, tokenId, tries, isOver, error })
    const later = context.clock.now() + FIRST_RETRY_S * 2 ** tries
    await end(context, due, {
      metadata_tries: tries,
      metadata_next_at: isOver ? null : later,
      // The chain names a text unlike the known one, and it can't be read: then none is shown.
      ...(isOver && uri !== undefined ? { ...EMPTY, metadata_url: storableUri(uri) } : {}),
    })
  }
}

const abi1155 = parseAbi(['function uri(uint256 id) view returns (string)'])

/** The contract's token URI; undefined when it has none. */
async function tokenUri(context: Context, { chainId, collection, tokenId, standard }: DueItem): Promise<string | undefined> {
  const { client } = context.chains.get(chainId)
  const asked =
    standard === TOKEN_STANDARD.ERC1155
      ? client.readContract({ address: collection, abi: abi1155, functionName: 'uri', args: [tokenId] })
      : client.readContract({ address: collection, abi: erc721Abi, functionName: 'tokenURI', args: [tokenId] })
  const uri = await asked.catch((error: unknown) => {
    if (isRevert(error)) return undefined
    throw error
  })
  // ERC-1155 allows one URI for many items: the id replaces {id} as 64 hex digits.
  return standard === TOKEN_STANDARD.ERC1155 ? uri?.replaceAll('{id}', tokenId.toString(16).padStart(64, '0')) : uri
}

/** For an item made here the market knows them from its log. */
async function royaltiesOf(context: Context, due: DueItem): Promise<Change> {
  const item = await findItem(context.db, due)
  if (!item || item.isDeclared) return {}
  const read = JSON.stringify(await readRoyalties(context.chains.get(due.chainId).client, due, item.creator))
  return { read_royalties: read, royalties: read }
}

const EMPTY = { ...metadataColumns(''), media_kind: 'unknown', width: 0, height: 0, frames: null } as const

type Change = Partial<MetadataColumns> & {
  metadata_next_at?: number | null
  metadata_tries?: number
  metadata_url?: string
  media_kind?: 'image' | 'audio' | 'video' | 'unknown'
  width?: number
  height?: number
  frames?: number | null
  royalties?: string
  read_royalties?: string
}

/** The content behind the URI; undefined when it is the known one. */
async function contentOf(context: Context, ref: ItemRef, uri: string): Promise<Change> {
  const item = await findItem(context.db, ref)
  const isKnown = item?.metadataUrl === storableUri(uri) && item.metadata !== ''
  if (!item || (isKnown && /^ipfs:/i.test(uri))) return {}
  const time = readingTime(context)
  const { body, isOwn } = await readText(context, uri, time)
  // Our own metadata was checked when it was made.
  const { metadata, picture } = isOwn
    ? { metadata: withoutNul(body.toString()), picture: undefined }
    : await foreignText(context, body, time)
  const known = readMetadata(metadata)
  const cover = picture ?? (await storedMedia(context, known.image))
  const shown = (await storedMedia(context, known.animationUrl)) ?? cover
  return {
    metadata_url: storableUri(uri),
    ...metadataColumns(metadata),
    media_kind: shown && shown.kind !== 'json' ? shown.kind : 'unknown',
    width: cover?.width ?? 0,
    height: cover?.height ?? 0,
    frames: shown?.frames ?? null,
  }
}

/** Untrusted text: only known fields are kept, its picture under an address of our own. */
async function foreignText(
  context: Context,
  body: Buffer,
  time: AbortSignal,
): Promise<{ metadata: string; picture: StoredMedia | undefined }> {
  const read = parseMetadata(body)
  const picture = await findPicture(context, read.image, time)
  const image = picture ? `ipfs://${picture.cid}` : read.image.startsWith('data:') ? '' : read.image
  return { metadata: JSON.stringify({ ...read, image } satisfies CleanMetadata), picture }
}

/** Writes the result. A change that the contract reported in the meantime stays due. */
async function end(context: Context, due: DueItem, { metadata_next_at: nextAt, ...change }: Change): Promise<void> {
  await transact(context.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('item')
      .set(({ eb, ref }) => ({
        ...change,
        metadata_next_at: eb.case().when('metadata_next_at', '=', due.claim).then(nextAt).else(ref('metadata_next_at')).end(),
      }))
      .where('chain_id', '=', due.chainId)
      .where('collection', '=', bytes(due.collection))
      .where('token_id', '=', due.tokenId)
      .executeTakeFirst()
    // A reorganisation removed the item in the meantime.
    if (numUpdatedRows === 0n) return
    const { chainId, collection, tokenId } = due
    if (change.name !== undefined) await placeItem(tx, due, change.name)
    if (change.metadata === undefined) return
    await placeItemText(tx, due, change.metadata)
    await recountAttributes(tx, due)
    await emitEvents(tx, [{ topic: 'item', chainId, collection, tokenId }])
  })
}
