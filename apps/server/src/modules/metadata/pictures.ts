import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@plinth/api'
import type { Context } from '../../context.ts'
import { FetchFailed, FetchRefused } from '../../fetch/fetcher.ts'
import { canonicalCid, parseIpfs } from '../../fetch/ipfs.ts'
import { isDrawing, rasterise } from '../../images/drawings.ts'
import { MARKET } from '../../images/fair-queue.ts'
import type { StoredMedia } from '../../media/media.ts'

const MOST_BYTES = 10_485_760
const TIMEOUT_MS = 20_000

/**
 * Copies the picture that a foreign text names into our own store, so that visitors contact no other server for it. Undefined
 * where there is none that can be shown: the text is valid without.
 */
export async function findPicture(context: Context, uri: string, signal: AbortSignal): Promise<StoredMedia | undefined> {
  if (uri === '') return undefined
  try {
    const cid = /^ipfs:/i.test(uri) ? canonicalCid(parseIpfs(uri)) : undefined
    const stored = cid === undefined ? undefined : await context.media.hold(context.db, cid)
    return stored ?? (await takePicture(context, uri, signal))
  } catch (error) {
    // The shutdown interrupted it: nothing is known of the picture yet.
    if (context.stopping.signal.aborted) throw error
    if (error instanceof FetchRefused || error instanceof FetchFailed || error instanceof AppError) {
      context.log.info('picture not taken', { uri: uri.slice(0, 200), error })
      return undefined
    }
    throw error
  }
}

async function takePicture(context: Context, uri: string, signal: AbortSignal): Promise<StoredMedia | undefined> {
  const accept = 'image/png, image/jpeg, image/webp, image/gif, image/svg+xml'
  const { body } = await context.source.read(uri, { maxBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, signal, accept })
  const path = join(context.media.incoming, randomUUID())
  try {
    await writeFile(path, isDrawing(body) ? await rasterise(body, { ...MARKET, signal }) : body, { mode: 0o600 })
    const media = await context.media.putFile(context.db, path)
    return media.kind === 'image' ? media : undefined
  } finally {
    await rm(path, { force: true })
  }
}
