import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@plinth/api'
import { cidOf } from '../content/cid.ts'
import type { ByteRange, ContentStore } from '../content/content-store.ts'
import type { Db } from '../db/database.ts'
import type { Requester } from '../images/fair-queue.ts'
import type { Clock } from '../process/clock.ts'
import { removeCopies } from './copies.ts'
import { type Looks, looksOf } from './kinds.ts'

/** A content as it is stored, once. */
export type StoredMedia = Omit<Looks, 'kind'> & { readonly cid: string; readonly size: number; readonly kind: Looks['kind'] | 'json' }

/** The content-addressed store (decision 36): bytes under their CIDv1, and their description in the database. */
export type Media = {
  /**
   * Moves a received file from `path` into the store. @throws AppError FILE_TYPE, FILE_BROKEN, PICTURES_BUSY, and
   * ContentStoreFault
   */
  putFile(db: Db, path: string, requester?: Requester): Promise<StoredMedia>
  /** Stores text of ours, such as an item's metadata, and returns its CID. @throws ContentStoreFault */
  putJson(db: Db, json: string): Promise<StoredMedia>
  find(db: Db, cid: string): Promise<StoredMedia | undefined>
  /**
   * Finds a content for a caller that is about to refer to it, and keeps it from being removed until then, however long it was
   * unused.
   */
  hold(db: Db, cid: string): Promise<StoredMedia | undefined>
  /** Removes it and its smaller copies; the caller deletes its row. @throws ContentStoreFault */
  remove(cid: string): Promise<void>
  /** Its bytes, or some of them. @throws ContentStoreFault, also as the stream's error */
  read(cid: string, range?: ByteRange): Promise<Readable>
  /** Provides it as a local file while `work` runs. @throws ContentStoreFault */
  lend<T>(cid: string, work: (path: string) => Promise<T>): Promise<T>
  readonly store: ContentStore
  /** Folder for incoming files: on the same disk as contents, if these are on disk, so that moving them is atomic. */
  readonly incoming: string
  /** Folder of smaller copies, which can be made again. */
  readonly thumbnails: string
}

const COLUMNS = ['cid', 'mime', 'extension', 'kind', 'size', 'width', 'height', 'frames'] as const

export async function createMedia(folder: string, store: ContentStore, clock: Clock): Promise<Media> {
  const incoming = join(folder, 'incoming', randomUUID())
  const thumbnails = join(folder, 'thumbnails')
  await removeAbandoned(join(folder, 'incoming'), clock)
  await Promise.all([incoming, thumbnails].map((path) => mkdir(path, { recursive: true })))

  const hold: Media['hold'] = (db, cid) =>
    db.updateTable('media').set({ wanted_at: clock.now() }).where('cid', '=', cid).returning(COLUMNS).executeTakeFirst()
  const keep = async (db: Db, path: string, looks: Omit<StoredMedia, 'cid' | 'size'>): Promise<StoredMedia> => {
    const { size } = await stat(path)
    if (size === 0) throw new AppError('FILE_BROKEN')
    const media = { ...looks, cid: await cidOf(path), size }
    // Waits for a concurrent removal, so that the store is not read in the middle of it.
    await hold(db, media.cid)
    await store.put(media.cid, path)
    const now = clock.now()
    await db
      .insertInto('media')
      .values({ ...media, created_at: now, wanted_at: now })
      .onConflict((conflict) => conflict.column('cid').doUpdateSet({ wanted_at: now }))
      .execute()
    return media
  }
  const write = async (json: string): Promise<string> => {
    const path = join(incoming, randomUUID())
    await writeFile(path, json)
    return path
  }
  return {
    store,
    incoming,
    thumbnails,
    putFile: async (db, path, requester) => keep(db, path, await looksOf(path, requester)),
    putJson: async (db, json) =>
      gone(await write(json), (path) =>
        keep(db, path, { mime: 'application/json', extension: 'json', kind: 'json', width: 0, height: 0, frames: null }),
      ),
    find: (db, cid) => db.selectFrom('media').select(COLUMNS).where('cid', '=', cid).executeTakeFirst(),
    hold,
    remove: async (cid) => {
      await store.remove(cid)
      await removeCopies(thumbnails, cid)
    },
    read: store.read,
    lend: (cid, work) => {
      if (store.localPath) return work(store.localPath(cid))
      return gone(join(incoming, randomUUID()), async (path) => {
        await pipeline(await store.read(cid), createWriteStream(path, { mode: 0o600 }))
        return work(path)
      })
    },
  }
}

/** Deletes the file of `work`, whatever its outcome. */
async function gone<T>(path: string, work: (path: string) => Promise<T>): Promise<T> {
  try {
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Each process has its own folder for incoming files; the files of a killed one are deleted a day later. */
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
