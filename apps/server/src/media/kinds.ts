import { open } from 'node:fs/promises'
import { AppError } from '@plinth/api'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import type { Requester } from '../images/fair-queue.ts'
import { heldBytes, MAX_PIXELS, shrinkSafely } from '../images/shrinking.ts'
import { holdsTracks } from './containers.ts'

const MAX_SIDE = 16_384
const MAX_PAGES = 500
/** Memory for one picture: a progressive JPEG of 1 MB can take 400. */
const MOST_DECODED_BYTES = 200_000_000

type Type = { readonly mime: string; readonly extension: string; readonly kind: 'image' | 'audio' | 'video' }

/** The detected kind of a file; pixels are 0 where there are none. */
export type Looks = Type & {
  readonly width: number
  readonly height: number
  /** Of a picture; null without a count. */
  readonly frames: number | null
}

/** Document B §5, by what file-type calls the content, plus the wav and ogg sounds of document A §9. */
const TYPES: Readonly<Record<string, Type>> = {
  'image/gif': { mime: 'image/gif', extension: 'gif', kind: 'image' },
  'image/png': { mime: 'image/png', extension: 'png', kind: 'image' },
  'image/apng': { mime: 'image/png', extension: 'png', kind: 'image' },
  'image/jpeg': { mime: 'image/jpeg', extension: 'jpg', kind: 'image' },
  'image/webp': { mime: 'image/webp', extension: 'webp', kind: 'image' },
  'audio/midi': { mime: 'audio/midi', extension: 'mid', kind: 'audio' },
  'audio/mpeg': { mime: 'audio/mpeg', extension: 'mp3', kind: 'audio' },
  'audio/mp4': { mime: 'audio/mp4', extension: 'm4a', kind: 'audio' },
  'audio/x-m4a': { mime: 'audio/mp4', extension: 'm4a', kind: 'audio' },
  'audio/wav': { mime: 'audio/wav', extension: 'wav', kind: 'audio' },
  'audio/ogg': { mime: 'audio/ogg', extension: 'oga', kind: 'audio' },
  'video/mp4': { mime: 'video/mp4', extension: 'mp4', kind: 'video' },
  'video/x-m4v': { mime: 'video/mp4', extension: 'm4v', kind: 'video' },
  'video/webm': { mime: 'video/webm', extension: 'webm', kind: 'video' },
  'video/ogg': { mime: 'video/ogg', extension: 'ogv', kind: 'video' },
  'video/quicktime': { mime: 'video/quicktime', extension: 'mov', kind: 'video' },
}

/** What sharp says of `limitInputPixels`, and each decoder of its own bound. */
const ABOVE_LIMIT = /exceeds? .*(pixel|dimension)? ?limit|too many pixels|dimensions? (are )?too large/i

const RASTERS = new Set(['gif', 'png', 'jpeg', 'webp'])

/**
 * Detects a received file's kind by its content and never by its name. @throws AppError FILE_TYPE, FILE_BROKEN, PICTURE_TOO_LARGE,
 * PICTURES_BUSY
 */
export async function looksOf(path: string, requester?: Requester): Promise<Looks> {
  const found = await fileTypeFromFile(path)
  const type = found && TYPES[found.mime.split(';')[0] ?? '']
  if (!type) throw new AppError('FILE_TYPE')
  if (type.kind !== 'image') {
    if (!(await holdsTracks(path, type.mime))) throw new AppError('FILE_BROKEN')
    return { ...type, width: 0, height: 0, frames: null }
  }
  return { ...type, ...(await decodePicture(path, requester)) }
}

/** Decodes the picture once, small, so that a broken or oversized one fails here and not at every visitor. */
async function decodePicture(path: string, requester: Requester | undefined): Promise<Pick<Looks, 'width' | 'height' | 'frames'>> {
  try {
    const metadata = await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata()
    const screen = metadata.format === 'gif' ? await screenOf(path) : { width: 0, height: 0 }
    const width = Math.max(metadata.autoOrient.width, screen.width)
    const height = Math.max(metadata.autoOrient.height, screen.height)
    const pages = metadata.pages ?? 1
    const isTooLarge =
      width > MAX_SIDE ||
      height > MAX_SIDE ||
      pages > MAX_PAGES ||
      width * height * pages > MAX_PIXELS * 8 ||
      heldBytes(metadata) > MOST_DECODED_BYTES
    if (!RASTERS.has(metadata.format ?? '')) throw new Error(`${metadata.format} of ${width}x${height}, ${pages} pages`)
    if (isTooLarge) throw tooLarge()
    await shrinkSafely(path, { width: 32, height: 32, requester })
    return { width, height, frames: pages }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof Error && ABOVE_LIMIT.test(error.message)) throw tooLarge(error)
    throw new AppError('FILE_BROKEN', {}, { cause: error })
  }
}

const tooLarge = (cause?: Error) => new AppError('PICTURE_TOO_LARGE', { side: MAX_SIDE }, { cause })

/** The canvas that a GIF declares. Our decoder shrinks an absurd one to its frames; browsers allocate all of it. */
async function screenOf(path: string): Promise<{ width: number; height: number }> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(10), 0, 10, 0)
    return { width: buffer.readUInt16LE(6), height: buffer.readUInt16LE(8) }
  } finally {
    await file.close()
  }
}
