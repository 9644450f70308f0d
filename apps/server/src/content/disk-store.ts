import { access, constants, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ContentMissing, type ContentStore, ContentStoreFault } from './content-store.ts'
import { says } from './store-faults.ts'

/** Stores contents in a folder of this machine, or one that several machines share. */
export function createDiskStore(folder: string): ContentStore {
  const pathOf = (cid: string): string => mediaPath(folder, cid)
  return {
    localPath: pathOf,
    put: (cid, path) => moveDurably(path, pathOf(cid)),
    read: async (cid, range) => {
      const file = await open(pathOf(cid)).catch((error: unknown) => {
        throw new ContentMissing(says('FILE_MISSING', { path: pathOf(cid) }), { cause: error })
      })
      return file.createReadStream(range)
    },
    remove: (cid) => rm(pathOf(cid), { force: true }),
    examine: async () => {
      try {
        await mkdir(folder, { recursive: true })
        await access(folder, constants.W_OK)
      } catch (error) {
        throw new ContentStoreFault(says('FOLDER_CLOSED', { folder }), { cause: error })
      }
    },
  }
}

/** The path of a content in the media folder. */
export function mediaPath(folder: string, cid: string): string {
  return join(folder, 'content', cid.slice(-2), cid)
}

/** Atomic, also through a power cut; an existing content stays. */
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
