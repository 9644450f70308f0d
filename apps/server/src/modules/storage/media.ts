import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '@plinth/api'
import { BlackHoleBlockstore } from 'blockstore-core'
import { importer } from 'ipfs-unixfs-importer'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/database.ts'
import { type Looks, looksOf } from './kinds.ts'

/** A content as it lies on disk, once. */
export type StoredMedia = Omit<Looks, 'kind'> & { readonly cid: string; readonly size: number; readonly kind: Looks['kind'] | 'json' }

/** The content-addressed store (decision 36): bytes under their CIDv1, in the media folder. */
export type Media = {
  /** Takes a received file over from `path`. @throws AppError FILE_TYPE, FILE_BROKEN */
  putFile(db: Db, path: string): Promise<StoredMedia>
  /** Stores text of ours, such as an item's metadata, and answers its CID. */
  putJson(db: Db, json: string): Promise<StoredMedia>
  find(db: Db, cid: string): Promise<StoredMedia | undefined>
  /** Where its bytes are on disk. */
  pathOf(cid: string): string
  /** Folder for files on their way in: on the same disk, so that moving them is atomic. */
  readonly incoming: string
  /** Folder of smaller copies, which can be made again. */
  readonly thumbnails: string
}

export async function createMedia(folder: string, clock: Clock): Promise<Media> {
  const incoming = join(folder, 'incoming', randomUUID())
  const thumbnails = join(folder, 'thumbnails')
  await removeAbandoned(join(folder, 'incoming'), clock)
  await Promise.all([incoming, thumbnails].map((path) => mkdir(path, { recursive: true })))

  const pathOf = (cid: string): string => mediaPath(folder, cid)
  const keep = async (db: Db, path: string, looks: Omit<StoredMedia, 'cid' | 'size'>): Promise<StoredMedia> => {
    const { size } = await stat(path)
    if (size === 0) throw new AppError('FILE_BROKEN')
    const media = { ...looks, cid: await cidOf(path), size }
    await moveDurably(path, pathOf(media.cid))
    await db
      .insertInto('media')
      .values({ ...media, created_at: clock.now() })
      .onConflict((conflict) => conflict.column('cid').doNothing())
      .execute()
    return media
  }
  return {
    incoming,
    thumbnails,
    pathOf,
    putFile: async (db, path) => keep(db, path, await looksOf(path)),
    putJson: async (db, json) => {
      const path = join(incoming, randomUUID())
      await writeFile(path, json)
      return keep(db, path, { mime: 'application/json', extension: 'json', kind: 'json', width: 0, height: 0 })
    },
    find: async (db, cid) =>
      db
        .selectFrom('media')
        .select(['cid', 'mime', 'extension', 'kind', 'size', 'width', 'height'])
        .where('cid', '=', cid)
        .executeTakeFirst(),
  }
}

/** Where the bytes of a content lie in the media folder. */
export function mediaPath(folder: string, cid: string): string {
  return join(folder, 'content', cid.slice(-2), cid)
}

/** Each process has a folder of its own for files on their way in; what a killed one left goes a day later. */
async function removeAbandoned(incoming: string, clock: Clock): Promise<void> {
  await mkdir(incoming, { recursive: true })
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const age =
      clock.nowMs() -
      (await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => clock.nowMs(),
      ))
    if (age > 86_400_000) await rm(path, { recursive: true, force: true })
  }
}

/** How IPFS nodes cut and address what is added with `--cid-version=1`: raw leaves, 256 KiB chunks, 174 links. */
export const FORM = { cidVersion: 1, rawLeaves: true } as const

/** The address that IPFS nodes give the same bytes. */
export async function cidOf(path: string): Promise<string> {
  const source = [{ content: createReadStream(path) }]
  for await (const { cid } of importer(source, new BlackHoleBlockstore(), FORM)) return cid.toString()
  throw new Error('Nothing was imported')
}

/** All or nothing, also through a power cut; a content that is there stays. */
async function moveDurably(from: string, to: string): Promise<void> {
  const isThere = await access(to).then(
    () => true,
    () => false,
  )
  if (isThere) return rm(from, { force: true })
  await mkdir(dirname(to), { recursive: true })
  const file = await open(from, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(from, to)
}
