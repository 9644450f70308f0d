import { BASE_URI } from '@plinth/protocol'
import { parseAbi } from 'viem'
import { isRevert } from '../../chain/revert.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { placeNamed } from '../../db/search.ts'
import { FetchRefused } from '../../fetch/fetcher.ts'
import { HostWaits } from '../../fetch/source.ts'
import { changedParts, linksOf, loseMark } from '../../state/collections/mark.ts'
import { claimDueCollections, type DueCollection } from '../../state/collections/metadata-due.ts'
import { lockCollectionRow } from '../../state/collections/store.ts'
import { emitEvents } from '../../state/outbox/outbox.ts'
import {
  FIRST_RETRY_S,
  findPicture,
  MOST_TRIES,
  parseCollectionMetadata,
  readingTime,
  readText,
  readWhileDue,
  storableUri,
  type Turns,
} from '../metadata/service.ts'
import { mediaUrl } from '../uploads/service.ts'
import { namelessOf } from './names.ts'

/** Waiting for the turn of their host, one of each owner. */
const MOST_PENDING = 64
const ABI = parseAbi(['function contractURI() view returns (string)'])
/** Values of contractURI before the owner sets one (document B §3). */
const PLACEHOLDERS: readonly string[] = ['', BASE_URI, 'ipfs://']

/** Reads collections' contract metadata (ERC-7572) until none is due: one at once of each owner, and from each host. */
export async function readDueCollections(context: Context): Promise<void> {
  await readWhileDue<DueCollection>(context, {
    atOncePerShare: 1,
    mostPending: MOST_PENDING,
    mostPendingOf: 1,
    claim: (most, except) => claimDueCollections(context.db, context.clock.now(), most, except),
    read: (due, turns) => readOne(context, due, turns),
  })
}

async function readOne(context: Context, due: DueCollection, { onChain, inTurn }: Turns): Promise<void> {
  try {
    const uri = await onChain(() => contractUri(context, due))
    await end(context, due, { nextAt: null, tries: 0, shown: await inTurn(uri, () => textOf(context, due, uri)) })
  } catch (error) {
    // The shutdown is the cause: the claim expires and another process takes it up.
    if (context.stopping.signal.aborted) return
    if (error instanceof HostWaits) return end(context, due, { nextAt: error.until, tries: due.tries, shown: undefined })
    const tries = due.tries + 1
    const isOver = error instanceof FetchRefused || tries >= MOST_TRIES
    const { chainId, address } = due
    context.log.warn('contract URI not read', { chainId, address, tries, isOver, error })
    await end(context, due, { nextAt: isOver ? null : context.clock.now() + FIRST_RETRY_S * 2 ** tries, tries, shown: undefined })
  }
}

/** Many contracts have none. */
async function contractUri(context: Context, { chainId, address }: DueCollection): Promise<string> {
  const { client } = context.chains.get(chainId)
  return client.readContract({ address, abi: ABI, functionName: 'contractURI' }).catch((error: unknown) => {
    if (isRevert(error)) return ''
    throw error
  })
}

type Shown = { url: string; name: string; description: string; external_url: string; cover?: string; banner_url?: string }

/** Undefined where there is no text, or no new one. */
async function textOf(context: Context, { url }: DueCollection, uri: string): Promise<Shown | undefined> {
  if (PLACEHOLDERS.includes(uri) || (storableUri(uri) === url && /^ipfs:/i.test(uri))) return undefined
  const time = readingTime(context)
  const { body, isOwn } = await readText(context, uri, time)
  const read = parseCollectionMetadata(body, isOwn)
  const cover = await findPicture(context, read.image, time)
  const banner = await findPicture(context, read.banner_image, time)
  return {
    url: storableUri(uri),
    name: read.name,
    description: read.description,
    external_url: read.external_link,
    ...(cover && { cover: mediaUrl(cover) }),
    banner_url: banner ? mediaUrl(banner) : '',
  }
}

/** Writes the result. A change that the contract reported in the meantime stays due. */
async function end(context: Context, due: DueCollection, found: { nextAt: number | null; tries: number; shown: Shown | undefined }) {
  const { shown } = found
  await transact(context.db, async (tx) => {
    await tx
      .updateTable('collection')
      .set({ metadata_next_at: found.nextAt, metadata_tries: found.tries })
      .where('id', '=', due.id)
      .where('metadata_next_at', '=', due.claim)
      .execute()
    if (!shown) return
    const { name, url, ...texts } = shown
    const was = await lockCollectionRow(tx, due.id)
    if (!was) return
    // A name given by the chain or the operator is not replaced.
    const isNamed = name !== '' && was.name === namelessOf(due.address)
    await tx
      .updateTable('collection')
      .set({ ...texts, metadata_url: url, updated_at: context.clock.now() })
      .where('id', '=', due.id)
      .execute()
    const is = { ...was, ...texts, ...(isNamed && { name }) }
    const changed = changedParts({ ...was, links: linksOf(was) }, { ...is, links: linksOf(is) })
    await loseMark(tx, due.id, changed, context.clock.now())
    if (isNamed) {
      await tx.updateTable('collection').set({ name }).where('id', '=', due.id).execute()
      await placeNamed(tx, 'collection_search', due.id, name)
    }
    await emitEvents(tx, [{ topic: 'collection', chainId: due.chainId, address: due.address }])
  })
}
