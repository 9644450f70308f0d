import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CID } from 'multiformats/cid'
import { readCar } from './car.ts'
import { ContentMissing, type ContentStore, ContentStoreFault, type StorageConfig } from './content-store.ts'
import { STORE, says, type Words } from './store-faults.ts'
import { createStoreRequests, discard, STORE_LIMITS, type StoreAnswer, type StoreLimits, textOf, upTo } from './store-requests.ts'
import { type Blocks, findFileNode, readFileNode } from './unixfs.ts'

type IpfsConfig = Extract<StorageConfig, { kind: 'ipfs' }>

/** The largest block that nodes exchange. */
const LARGEST_BLOCK = 2_097_152
const BOUNDARY = 'plinth-content'

const ACT = {
  write: (cid: string) => ({ en: `given ${cid}`, zh: `写入 ${cid} ` }),
  read: (cid: string) => ({ en: `asked for ${cid}`, zh: `读取 ${cid} ` }),
  remove: (cid: string) => ({ en: `told to unpin ${cid}`, zh: `取消固定 ${cid} ` }),
  look: () => ({ en: 'asked for its version', zh: '查询版本' }),
} as const satisfies Record<string, (cid: string) => Words>

/**
 * Stores contents on the operator's own IPFS node. They are sent as blocks, so that no setting of the node changes their address,
 * and are pinned; each block read back is compared with its address.
 */
export function createIpfsStore({ api, token }: IpfsConfig, limits: StoreLimits = STORE_LIMITS): ContentStore {
  const request = createStoreRequests(STORE.ipfs, limits)
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  // The node answers 500 to every failure: only its proxy's answers are worth a retry.
  const ask = (call: string, body?: () => { type: string; from: Readable }) =>
    request(
      async () => {
        const sent = body?.()
        const headers = { ...authorization, ...(sent ? { 'content-type': sent.type } : {}) }
        return { method: 'POST', url: `${api}/api/v0/${call}`, headers, body: sent?.from ?? null }
      },
      (status) => status <= 500,
    )
  const blocks: Blocks = {
    async *get(cid: CID) {
      const answer = await ask(`block/get?arg=${cid}&offline=true`)
      if (answer.statusCode !== 200) await refuse(answer, ACT.read, cid)
      const block = await buffer(upTo(STORE.ipfs, answer.body, LARGEST_BLOCK))
      const hash = createHash('sha256').update(block).digest()
      const { digest } = cid.multihash
      if (hash.length !== digest.length || !timingSafeEqual(hash, digest))
        throw new ContentStoreFault(says('IPFS_OTHER_BYTES', { cid: `${cid}` }))
      yield block
    },
  }
  return {
    put: async (cid, path) => {
      const answer = await withFile(path, (read) =>
        ask('dag/import?pin-roots=true', () => ({
          type: `multipart/form-data; boundary=${BOUNDARY}`,
          from: Readable.from(asPart(readCar([cid], read))),
        })),
      )
      if (answer.statusCode !== 200) await refuse(answer, ACT.write, cid)
      refuseUnpinned(cid, await textOf(STORE.ipfs, answer))
      await rm(path, { force: true })
    },
    read: async (cid, range) => {
      const node = await findFileNode(cid, blocks).catch((error: unknown) => {
        throw error instanceof ContentStoreFault ? error : new ContentStoreFault(says('IPFS_NO_FILE', { cid }), { cause: error })
      })
      if (!node) throw new ContentStoreFault(says('IPFS_NO_FILE', { cid }))
      return Readable.from(readFileNode(node, blocks, range), { objectMode: false })
    },
    remove: async (cid) => {
      const answer = await ask(`pin/rm?arg=${cid}`)
      if (answer.statusCode === 200) return discard(answer)
      const said = await textOf(STORE.ipfs, answer)
      if (!/not pinned/.test(said)) throw new ContentStoreFault(says('IPFS_REFUSES', { status: answer.statusCode, act: ACT.remove(cid) }))
    },
    examine: async () => {
      const answer = await ask('version')
      if (answer.statusCode !== 200) await refuse(answer, ACT.look)
      await discard(answer)
    },
  }
}

/** Each attempt opens the file again; a failed one would leave it open. */
async function withFile<T>(path: string, work: (read: () => Readable) => Promise<T>): Promise<T> {
  const opened: Readable[] = []
  const read = (): Readable => {
    const file = createReadStream(path)
    opened.push(file)
    return file
  }
  return work(read).finally(() => {
    for (const file of opened) file.destroy()
  })
}

async function* asPart(file: Readable): AsyncGenerator<Buffer> {
  const head = ['Content-Disposition: form-data; name="file"; filename="content.car"', 'Content-Type: application/vnd.ipld.car']
  yield Buffer.from(`--${BOUNDARY}\r\n${head.join('\r\n')}\r\n\r\n`)
  yield* file
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
}

/** The node writes one line per root, and reports an error of pinning inside of a 200. */
function refuseUnpinned(cid: string, said: string): void {
  const roots = said
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const { Root: root } = parsed(line)
      return root ? [root] : []
    })
  const root = roots.find((one) => one.Cid?.['/'] === cid)
  if (!root || root.PinErrorMsg) throw new ContentStoreFault(says('IPFS_NOT_KEPT', { cid }))
}

type ImportLine = { readonly Root?: { readonly Cid?: { readonly '/'?: string }; readonly PinErrorMsg?: string } }

function parsed(line: string): ImportLine {
  try {
    return (JSON.parse(line) as ImportLine | null) ?? {}
  } catch {
    return {}
  }
}

async function refuse(answer: StoreAnswer, act: (cid: string) => Words, cid: CID | string = ''): Promise<never> {
  const said = await textOf(STORE.ipfs, answer)
  if (/not found|could not find/i.test(said)) throw new ContentMissing(says('IPFS_MISSING', { cid: `${cid}` }))
  throw new ContentStoreFault(says('IPFS_REFUSES', { status: answer.statusCode, act: act(`${cid}`) }))
}
