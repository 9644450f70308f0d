import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { COPY_FORMATS, type CopyFormat } from '../images/shrinking.ts'

/** The sizes a client may request; a free choice would let any client fill the disk. */
export const THUMBNAIL_SIZES = ['64x64', '100x100', '200x200', '300x300', '400x400', '600x600', '800x800', '1200x1200'] as const

/** The path of a smaller copy of a content in the folder of copies. */
export function copyPath(folder: string, cid: string, size: string, format: CopyFormat): string {
  return join(folder, size, `${cid}.${format}`)
}

/** Removes the copies of a removed content. */
export async function removeCopies(folder: string, cid: string): Promise<void> {
  const paths = THUMBNAIL_SIZES.flatMap((size) => COPY_FORMATS.map((format) => copyPath(folder, cid, size, format)))
  await Promise.all(paths.map((path) => rm(path, { force: true })))
}
