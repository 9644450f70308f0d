import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import { ContentMissing, type ContentStore, ContentStoreFault, type StorageConfig } from './content-store.ts'
import { STORE, says, type Words } from './store-faults.ts'
import { createStoreRequests, discard, STORE_LIMITS, type StoreAnswer, type StoreLimits, type StoreRequest } from './store-requests.ts'

type S3Config = Extract<StorageConfig, { kind: 's3' }>

const ACT = {
  write: { en: 'a content was to be written', zh: '写入文件' },
  read: { en: 'a content was to be read', zh: '读取文件' },
  readPart: { en: 'a part of a content was to be read', zh: '读取文件片段' },
  remove: { en: 'a content was to be removed', zh: '删除文件' },
  look: { en: 'its bucket was to be seen', zh: '查看存储桶' },
} as const satisfies Record<string, Words>

/** Stores contents as objects of a bucket. A PUT is atomic, and S3 refuses bytes that do not match the hash in the request. */
export function createS3Store(config: S3Config, limits: StoreLimits = STORE_LIMITS): ContentStore {
  const ask = createStoreRequests(STORE.s3, limits)
  const [bucket = ''] = config.bucket.split('/')
  const urlOf = (cid: string): string => `${config.endpoint}/${config.bucket}/${cid}`
  const sized = async (cid: string): Promise<string | undefined> => {
    const answer = await ask(() => signed(config, { method: 'HEAD', url: urlOf(cid) }))
    await discard(answer)
    return answer.statusCode === 200 ? String(answer.headers['content-length']) : undefined
  }
  return {
    has: async (cid) => {
      const answer = await ask(() => signed(config, { method: 'HEAD', url: urlOf(cid) }))
      await accept(answer, [200, 404], ACT.read)
      return answer.statusCode === 200
    },
    put: async (cid, path) => {
      const { size } = await stat(path)
      if ((await sized(cid)) !== String(size)) {
        const hash = await hashOf(path)
        const headers = { 'content-length': String(size), 'x-amz-content-sha256': hash }
        const answer = await ask(async () => ({
          ...(await signed(config, { method: 'PUT', url: urlOf(cid), headers })),
          body: createReadStream(path),
        }))
        await accept(answer, [200], ACT.write)
      }
      await rm(path, { force: true })
    },
    read: async (cid, range) => {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const answer = await ask(() => signed(config, { method: 'GET', url: urlOf(cid), ...(headers ? { headers } : {}) }))
      if (answer.statusCode === 404) {
        await discard(answer)
        throw new ContentMissing(says('S3_MISSING', { cid }))
      }
      if (answer.statusCode !== (range ? 206 : 200)) await refuse(answer, ACT.read)
      if (range && !String(answer.headers['content-range']).startsWith(`bytes ${range.start}-${range.end}/`))
        await refuse(answer, ACT.readPart)
      return answer.body
    },
    remove: async (cid) => accept(await ask(() => signed(config, { method: 'DELETE', url: urlOf(cid) })), [200, 204, 404], ACT.remove),
    examine: async () => accept(await ask(() => signed(config, { method: 'HEAD', url: `${config.endpoint}/${bucket}` })), [200], ACT.look),
  }
}

async function signed(
  { accessKeyId, secretAccessKey, region }: S3Config,
  { method, url, headers = {} }: StoreRequest,
): Promise<StoreRequest> {
  const signer = new AwsV4Signer({ method, url, headers: { ...headers }, accessKeyId, secretAccessKey, region, service: 's3' })
  const made = await signer.sign()
  return { method, url: made.url.href, headers: { ...headers, ...Object.fromEntries(made.headers) } }
}

async function accept(answer: StoreAnswer, statuses: readonly number[], act: Words): Promise<void> {
  if (!statuses.includes(answer.statusCode)) return refuse(answer, act)
  await discard(answer)
}

async function refuse(answer: StoreAnswer, act: Words): Promise<never> {
  await discard(answer)
  const { statusCode: status } = answer
  throw new ContentStoreFault(says(status === 403 ? 'S3_FORBIDS' : 'S3_REFUSES', { status, act }))
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
