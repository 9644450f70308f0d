import { buffer } from 'node:stream/consumers'
import type { Context } from '../../context.ts'
import { withoutNul } from '../../db/text.ts'
import { FetchRefused } from '../../fetch/fetcher.ts'
import { canonicalCid, parseIpfs } from '../../fetch/ipfs.ts'
import type { StoredMedia } from '../../media/media.ts'

export { type CleanMetadata, parseCollectionMetadata, parseMetadata } from './parse.ts'
export { findPicture } from './pictures.ts'
export { readWhileDue, type Turns } from './queue.ts'

/** Attempts to fetch a text, each after twice the time. */
export const MOST_TRIES = 13
export const FIRST_RETRY_S = 5

const MOST_BYTES = 1_000_000
const TIMEOUT_MS = 10_000
const LONGEST_URI = 2_000
/** For a text and its pictures together. */
const MOST_MS = 20_000

/** Aborted when the time for one text and its pictures is over, or the process stops. */
export const readingTime = ({ stopping }: Context): AbortSignal => AbortSignal.any([AbortSignal.timeout(MOST_MS), stopping.signal])

/**
 * Reads the JSON text that a contract's URI names: from our own store (`isOwn`), else from its address or a gateway.
 * @throws FetchRefused, FetchFailed, HostWaits
 */
export async function readText(context: Context, uri: string, signal: AbortSignal): Promise<{ body: Buffer; isOwn: boolean }> {
  const media = await storedMedia(context, uri)
  if (media?.kind === 'json' && media.size <= MOST_BYTES) return { body: await buffer(await context.media.read(media.cid)), isOwn: true }
  const accept = 'application/json, text/plain;q=0.5, */*;q=0.1'
  const { body, contentType, isVerified } = await context.source.read(uri, { maxBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, signal, accept })
  if (/html|xml|image|video|audio|font|javascript/i.test(contentType)) throw new FetchRefused(`${contentType.slice(0, 50)} is no metadata`)
  // A web server, or a gateway that gave no blocks, may have answered with other bytes.
  if (!isVerified) context.log.info('metadata believed', { uri: uri.slice(0, 200) })
  return { body, isOwn: false }
}

/** The content of an ipfs:// address that is in our store. Held: unused content is removed, and the caller is about to refer to it. */
export async function storedMedia(context: Context, uri: string): Promise<StoredMedia | undefined> {
  if (!/^ipfs:/i.test(uri)) return undefined
  try {
    const cid = canonicalCid(parseIpfs(uri))
    return cid === undefined ? undefined : await context.media.hold(context.db, cid)
  } catch (error) {
    if (error instanceof FetchRefused) return undefined
    throw error
  }
}

/** A URI as PostgreSQL can store it: without NUL, cut to 2,000 characters, and never through a surrogate pair. */
export function storableUri(uri: string): string {
  return withoutNul(uri).slice(0, LONGEST_URI).toWellFormed()
}
