import type { StorageConfig } from '../content/content-store.ts'
import { readSecret } from './files.ts'
import type { Problems } from './problems.ts'
import { bucket, storeUrl } from './values.ts'

type Env = Readonly<Record<string, string | undefined>>

const S3_SETTINGS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_KEY_FILE'] as const

/** STORAGE and its settings; a market with a wrong assumption about its storage would lose files. */
export function readStorage(problems: Problems, env: Env): StorageConfig {
  const kind = env.STORAGE || 'disk'
  if (kind === 's3') return readS3(problems, env)
  if (kind === 'ipfs') return readIpfs(problems, env)
  if (kind !== 'disk') problems.add('STORAGE must be disk, s3 or ipfs.')
  return { kind: 'disk' }
}

function readS3(problems: Problems, env: Env): StorageConfig {
  const missing = S3_SETTINGS.filter((name) => !env[name])
  if (missing.length > 0) problems.add(`STORAGE is s3, and ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`)
  const path = env.S3_SECRET_KEY_FILE
  return {
    kind: 's3',
    endpoint: env.S3_ENDPOINT ? (problems.parse('S3_ENDPOINT', storeUrl, env.S3_ENDPOINT) ?? '') : '',
    region: env.S3_REGION || 'us-east-1',
    bucket: env.S3_BUCKET ? (problems.parse('S3_BUCKET', bucket, env.S3_BUCKET) ?? '') : '',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: path ? (readSecret(problems, 'S3_SECRET_KEY_FILE', path) ?? '') : '',
  }
}

function readIpfs(problems: Problems, env: Env): StorageConfig {
  if (!env.IPFS_API) problems.add('STORAGE is ipfs, and IPFS_API is missing: the RPC of your node, such as http://127.0.0.1:5001.')
  const api = env.IPFS_API ? (problems.parse('IPFS_API', storeUrl, env.IPFS_API) ?? '') : ''
  const path = env.IPFS_API_TOKEN_FILE
  return { kind: 'ipfs', api, token: path ? readSecret(problems, 'IPFS_API_TOKEN_FILE', path) : undefined }
}

/** Values that must never be logged. */
export function storageSecrets(storage: StorageConfig = { kind: 'disk' }): string[] {
  if (storage.kind === 's3') return [storage.secretAccessKey, storage.accessKeyId]
  return storage.kind === 'ipfs' && storage.token ? [storage.token] : []
}
