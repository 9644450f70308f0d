import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../content/content-store.ts'
import { createFairQueue, type Requester } from '../images/fair-queue.ts'
import { type CopyFormat, shrinkSafely } from '../images/shrinking.ts'
import { copyPath, THUMBNAIL_SIZES } from './copies.ts'
import type { Media, StoredMedia } from './media.ts'

/** The response's content: the original, or a smaller copy of it. */
export type Copy = { readonly mime: string; readonly size: number; read(range?: ByteRange): Promise<Readable> }

export type Thumbnails = {
  /**
   * A smaller copy inside WxH in a format that `accept` allows, made on first use. Returns the content itself where there is
   * nothing to make smaller, or no size is given. @throws AppError PICTURES_BUSY
   */
  get(media: StoredMedia, size: string | undefined, requester: Requester, accept?: string): Promise<Copy | undefined>
}

/** Decoding large pictures takes memory: so many at a time. A page of one visitor requests a hundred at once. */
const BOUNDS = { atOnce: 3, atOncePerShare: 2, waiting: 1_000, waitingPerShare: 200 }

export function createThumbnails(store: Media): Thumbnails {
  const running = new Map<string, Promise<void>>()
  const queue = createFairQueue(BOUNDS)
  return {
    get: async (media, size, requester, accept) => {
      const whole = { mime: media.mime, size: media.size, read: (range?: ByteRange) => store.read(media.cid, range) }
      if (size === undefined) return whole
      const [width = 0, height = 0] = size.split('x').map(Number)
      if (!THUMBNAIL_SIZES.some((known) => known === size)) return undefined
      const isSmall = media.width <= width && media.height <= height
      if (media.kind !== 'image' || media.mime === 'image/gif' || isSmall) return whole
      const format = formatFor(media, accept)
      const path = copyPath(store.thumbnails, media.cid, size, format)
      const made = await sizeOf(path)
      if (made !== undefined) return copyAt(path, made, format)
      const shrunk = { width, height, format, requester }
      const make = async () => keep(store, path, await store.lend(media.cid, (from) => shrinkSafely(from, shrunk)))
      const making = running.get(path) ?? queue(requester, make)
      running.set(path, making)
      await making.finally(() => running.delete(path))
      return copyAt(path, (await stat(path)).size, format)
    },
  }
}

/** WebP, unless the Accept header excludes it; otherwise a format of every viewer, with transparency where needed. */
function formatFor({ mime }: StoredMedia, accept = '*/*'): CopyFormat {
  if (/(^|[,\s])(image\/webp|image\/\*|\*\/\*)/i.test(accept)) return 'webp'
  return mime === 'image/jpeg' ? 'jpeg' : 'png'
}

async function keep(store: Media, path: string, copy: Buffer): Promise<void> {
  const temporary = join(store.incoming, randomUUID())
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(temporary, copy)
  await rename(temporary, path)
}

function copyAt(path: string, size: number, format: CopyFormat): Copy {
  return { mime: `image/${format}`, size, read: async (range) => createReadStream(path, range) }
}

function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  )
}
