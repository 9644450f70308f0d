import sharp, { type Metadata } from 'sharp'
import { createFairQueue, MARKET, type Requester } from './fair-queue.ts'
import { runIsolated } from './isolated.ts'

/** The most pixels of a picture, frames of all pages together. A 30 kB PNG can hold 256 megapixels. */
export const MAX_PIXELS = 64_000_000
/** The most bytes decoded in this process: allocators keep the peak of each thread. */
const MOST_HELD_HERE = 16_000_000

/** Formats of smaller copies. */
export const COPY_FORMATS = ['webp', 'jpeg', 'png'] as const
export type CopyFormat = (typeof COPY_FORMATS)[number]

const SAVED = { webp: { quality: 82 }, jpeg: { quality: 84, mozjpeg: true }, png: {} }

/** A copy of at most this size. @throws what is wrong with the picture */
export function shrink(path: string, width: number, height: number, format: CopyFormat = 'webp'): Promise<Buffer> {
  // As tolerant as the upload was: an accepted picture can be shown.
  return sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(width, height, { fit: 'inside', withoutEnlargement: true })
    .toFormat(format, SAVED[format])
    .toBuffer()
}

type Copying = { readonly width: number; readonly height: number; readonly format?: CopyFormat; readonly requester?: Requester | undefined }

/** Decoding takes one of the few threads that files and passwords need too: one share never has all. */
const here = createFairQueue({ atOnce: 3, atOncePerShare: 2, waiting: 200, waitingPerShare: 40 })

/** The same when its turn comes, and in a separate process where the picture needs much memory at once. @throws AppError PICTURES_BUSY */
export async function shrinkSafely(path: string, { width, height, format = 'webp', requester }: Copying): Promise<Buffer> {
  const held = heldBytes(await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata())
  if (held <= MOST_HELD_HERE) return here(requester ?? MARKET, () => shrink(path, width, height, format))
  const copy = await runIsolated({ program: 'shrink.ts', args: [path, String(width), String(height), format], requester })
  if (!copy) throw new Error('The picture takes too much time or memory')
  return copy
}

/** Bytes that must be in memory at once: nearly none where rows are decoded one by one. */
export function heldBytes({ format, width, height, channels, depth, isProgressive, chromaSubsampling }: Metadata): number {
  if (format === 'gif') return width * height * 4
  if (!isProgressive) return 0
  const samples = chromaSubsampling === '4:2:0' ? 1.5 : chromaSubsampling === '4:2:2' ? 2 : channels
  const isWide = format === 'jpeg' || depth === 'ushort'
  return width * height * samples * (isWide ? 2 : 1)
}
