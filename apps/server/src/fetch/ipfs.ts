import { createHash, timingSafeEqual } from 'node:crypto'
import { exporter } from 'ipfs-unixfs-exporter'
import { CID } from 'multiformats/cid'
import { type Fetcher, FetchFailed, FetchRefused, type Wanted, withinTime } from './fetcher.ts'

export type IpfsAddress = { readonly cid: CID; readonly path: readonly string[] }

const SHA2_256 = 0x12
const DEEPEST_PATH = 10

/** `ipfs://cid/path`, also with a redundant `ipfs/`, as in many contracts. @throws FetchRefused */
export function parseIpfs(uri: string): IpfsAddress {
  const [name = '', ...path] = uri
    .replace(/^ipfs:\/*(ipfs\/+)*/i, '')
    .split(/[?#]/, 1)
    .join('')
    .split('/')
    .filter((part) => part !== '')
  if (path.length > DEEPEST_PATH) throw new FetchRefused('Too deep a path')
  try {
    return { cid: CID.parse(name), path: path.map(decodeURIComponent) }
  } catch (error) {
    throw new FetchRefused('Not an IPFS address', { cause: error })
  }
}

/** A content's name in our own store: every version of a CID has this one form. */
export function canonicalCid({ cid, path }: IpfsAddress): string | undefined {
  return path.length === 0 ? cid.toV1().toString() : undefined
}

export type IpfsLimits = Omit<Wanted, 'accept'>
/** `isVerified`: every block was compared with its address; otherwise a gateway was trusted. */
export type IpfsContent = { readonly body: Buffer; readonly isVerified: boolean }

/** Blocks of one content, directories on the way included. */
const MOST_BLOCKS = 100
const LARGEST_BLOCK = 2_097_152

/** Gets a content from the first gateway that has it, block by block so that no gateway can substitute another. */
export async function getFromGateways(
  fetcher: Fetcher,
  gateways: readonly string[],
  address: IpfsAddress,
  limits: IpfsLimits,
): Promise<IpfsContent> {
  let last: unknown = new FetchFailed('No IPFS gateway is configured')
  for (const gateway of gateways) {
    try {
      return { body: await getBlocks(fetcher, gateway, address, limits), isVerified: true }
    } catch (error) {
      last = error
    }
    if (!(last instanceof BlocksUnsupported)) continue
    try {
      return { body: await getWhole(fetcher, gateway, address, limits), isVerified: false }
    } catch (error) {
      last = error
    }
  }
  throw last instanceof FetchRefused ? last : new FetchFailed('No gateway has it', { cause: last })
}

/** The gateway serves no single blocks, or the address uses an unsupported hash. */
class BlocksUnsupported extends Error {
  override readonly name = 'BlocksUnsupported'
}

async function getBlocks(fetcher: Fetcher, gateway: string, { cid, path }: IpfsAddress, limits: IpfsLimits): Promise<Buffer> {
  const signal = withinTime(limits)
  let left = MOST_BLOCKS
  const store = {
    async *get(block: CID): AsyncGenerator<Uint8Array> {
      if (signal.aborted || left-- === 0) throw new FetchFailed('Too many blocks')
      yield await getBlock(fetcher, gateway, block, limits)
    },
  }
  const entry = await exporter([cid.toString(), ...path].join('/'), store, { signal })
  if (entry.type !== 'file' && entry.type !== 'raw' && entry.type !== 'identity') throw new FetchFailed('Not a file')
  if (entry.size > BigInt(limits.maxBytes)) throw new FetchFailed('Too large')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of entry.content({ signal, blockReadConcurrency: 4 })) {
    size += chunk.length
    if (size > limits.maxBytes) throw new FetchFailed('Too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function getBlock(fetcher: Fetcher, gateway: string, cid: CID, limits: IpfsLimits): Promise<Uint8Array> {
  if (cid.multihash.code !== SHA2_256) throw new BlocksUnsupported(`Hash ${cid.multihash.code}`)
  const { contentType, body } = await fetcher.get(`${gateway}/ipfs/${cid}?format=raw`, {
    ...limits,
    maxBytes: LARGEST_BLOCK,
    accept: 'application/vnd.ipld.raw',
  })
  const hash = createHash('sha256').update(body).digest()
  if (hash.length === cid.multihash.digest.length && timingSafeEqual(hash, cid.multihash.digest)) return body
  if (!contentType.startsWith('application/vnd.ipld.raw')) throw new BlocksUnsupported('The gateway gives no blocks')
  throw new FetchFailed('The gateway gave another block')
}

async function getWhole(fetcher: Fetcher, gateway: string, { cid, path }: IpfsAddress, limits: IpfsLimits): Promise<Buffer> {
  const url = [`${gateway}/ipfs/${cid}`, ...path.map(encodeURIComponent)].join('/')
  return (await fetcher.get(url, { ...limits, accept: '*/*' })).body
}
