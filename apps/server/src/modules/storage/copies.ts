import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { COPY_FORMATS, type CopyFormat } from './shrinking.ts'

/** Sizes that may be asked for; a free choice would let anybody fill the disk. */
export const THUMBNAIL_SIZES = ['64x64', '100x100', '200x200', '300x300', '400x400', '600x600', '800x800', '1200x1200'] as const

/** Where a smaller copy of a content lies in the folder of all of them. */
export function copyPath(folder: string, cid: string, size: string, format: CopyFormat): string {
  return join(folder, size, `${cid}.${format}`)
}

/** Those of a content that is gone. */
export async function removeCopies(folder: string, cid: string): Promise<void> {
  const paths = THUMBNAIL_SIZES.flatMap((size) => COPY_FORMATS.map((format) => copyPath(folder, cid, size, format)))
  await Promise.all(paths.map((path) => rm(path, { force: true })))
}
