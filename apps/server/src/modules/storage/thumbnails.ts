import { randomUUID } from 'node:crypto'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media, StoredMedia } from './media.ts'
import { createQueue } from './queue.ts'
import { type CopyFormat, shrinkSafely } from './shrinking.ts'

/** Sizes that may be asked for; a free choice would let anybody fill the disk. */
export const THUMBNAIL_SIZES = ['64x64', '100x100', '200x200', '300x300', '400x400', '600x600', '800x800', '1200x1200'] as const

/** A copy on disk to send instead of the content itself. */
export type Copy = { readonly path: string; readonly mime: string }

export type Thumbnails = {
  /** A smaller copy inside WxH that `accept` takes, made on first use. The content itself where there is nothing to make smaller. */
  get(media: StoredMedia, size: string, accept?: string): Promise<Copy | undefined>
}

/** Decoding large pictures takes memory: so many at a time. */
const AT_ONCE = 2

export function createThumbnails(store: Media): Thumbnails {
  const running = new Map<string, Promise<void>>()
  const queue = createQueue(AT_ONCE)
  return {
    get: async (media, size, accept) => {
      const [width = 0, height = 0] = size.split('x').map(Number)
      if (!THUMBNAIL_SIZES.some((known) => known === size)) return undefined
      const isSmall = media.width <= width && media.height <= height
      if (media.kind !== 'image' || media.mime === 'image/gif' || isSmall) return { path: store.pathOf(media.cid), mime: media.mime }
      const format = formatFor(media, accept)
      const path = join(store.thumbnails, size, `${media.cid}.${format}`)
      if (!(await exists(path))) {
        const making =
          running.get(path) ?? queue(async () => keep(store, path, await shrinkSafely(store.pathOf(media.cid), width, height, format)))
        running.set(path, making)
        await making.finally(() => running.delete(path))
      }
      return { path, mime: `image/${format}` }
    },
  }
}

/** WebP, unless the asker names what he takes and it is not among it; then what every viewer shows, see-through where it may be. */
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

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
