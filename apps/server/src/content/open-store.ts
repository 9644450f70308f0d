import type { ContentStore, StorageConfig } from './content-store.ts'
import { createDiskStore } from './disk-store.ts'
import { createIpfsStore } from './ipfs-store.ts'
import { createS3Store } from './s3-store.ts'

/** The store that the operator chose; `mediaDir` is the folder of the one on disk. */
export function openStore(storage: StorageConfig, mediaDir: string): ContentStore {
  if (storage.kind === 's3') return createS3Store(storage)
  if (storage.kind === 'ipfs') return createIpfsStore(storage)
  return createDiskStore(mediaDir)
}
