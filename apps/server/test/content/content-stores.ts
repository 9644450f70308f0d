import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import { CarReader } from '@ipld/car'
import { CID } from 'multiformats/cid'
import type { StorageConfig } from '../../src/content/content-store.ts'

export type S3Config = Extract<StorageConfig, { kind: 's3' }>
export type S3Server = { readonly config: S3Config; has(cid: string): boolean; close(): Promise<void> }

/** A real S3 server on this machine, which checks signatures, with a bucket. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'plinth-s3-'))
  const configureBuckets = [{ name: 'plinth-media' }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false, configureBuckets })
  const { port } = await server.run()
  return {
    config: {
      kind: 's3',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'plinth-media/of-the-market',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    has: (cid) => existsSync(join(directory, 'plinth-media', 'of-the-market', `${cid}._S3rver_object`)),
    close: async () => {
      server.httpServer.closeAllConnections()
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type IpfsNode = {
  readonly url: string
  readonly blocks: Map<string, Uint8Array>
  readonly pins: Set<string>
  /** Blocks that it returns instead of the right ones, as a faulty node. */
  lie: ((block: Uint8Array) => Uint8Array) | undefined
  /** Whether it reports that a pin failed. */
  isFull: boolean
  /** Whether it accepts requests and never answers. */
  isSilent: boolean
  close(): Promise<void>
}

/**
 * The part of a Kubo node's RPC that we use, over HTTP, since no package includes a node: it reads uploads as CAR files
 * and stores them by the CIDs of their blocks.
 */
export async function startIpfsNode(token: string): Promise<IpfsNode> {
  const blocks = new Map<string, Uint8Array>()
  const pins = new Set<string>()
  const server = createServer((request, response) => {
    const answer = (status: number, body: string | Uint8Array): void => {
      response.writeHead(status).end(body)
    }
    if (node.isSilent) return
    if (request.headers.authorization !== `Bearer ${token}`) return answer(403, 'Kubo RPC Access Denied')
    if (request.method !== 'POST') return answer(405, '')
    act(node, request).then(
      (body) => answer(200, body),
      (error: Error) => answer(500, JSON.stringify({ Message: error.message, Code: 0, Type: 'error' })),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node: IpfsNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    blocks,
    pins,
    lie: undefined,
    isFull: false,
    isSilent: false,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return node
}

async function act(node: IpfsNode, request: IncomingMessage): Promise<string | Uint8Array> {
  const url = new URL(request.url ?? '', 'http://node')
  const cid = url.searchParams.get('arg') ?? ''
  if (url.pathname === '/api/v0/version') return '{"Version":"0.43.1"}'
  if (url.pathname === '/api/v0/dag/import') return importCar(node, request)
  if (url.pathname === '/api/v0/block/get') {
    const block = node.blocks.get(cid)
    if (!block) throw new Error(`block was not found locally (offline): ipld: could not find ${cid}`)
    return node.lie ? node.lie(block) : block
  }
  if (url.pathname !== '/api/v0/pin/rm') throw new Error(`unknown ${url.pathname}`)
  if (!node.pins.delete(cid)) throw new Error('not pinned or pinned indirectly')
  collectGarbage(node)
  return JSON.stringify({ Pins: [cid] })
}

async function importCar(node: IpfsNode, request: IncomingMessage): Promise<string> {
  const form = await new Response(new Uint8Array(await buffer(request)), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData()
  const file = form.get('file')
  if (!(file instanceof File)) throw new Error('file argument is required')
  const car = await CarReader.fromBytes(new Uint8Array(await file.arrayBuffer()))
  for await (const { cid, bytes } of car.blocks()) {
    if (!createHash('sha256').update(bytes).digest().equals(Buffer.from(cid.multihash.digest)))
      throw new Error(`mismatch in content of ${cid}`)
    node.blocks.set(cid.toString(), bytes)
  }
  const roots = await car.getRoots()
  if (node.isFull)
    return roots.map((root) => `${JSON.stringify({ Root: { Cid: { '/': String(root) }, PinErrorMsg: 'no space left' } })}\n`).join('')
  for (const root of roots) node.pins.add(CID.parse(root.toString()).toString())
  return roots.map((root) => `${JSON.stringify({ Root: { Cid: { '/': String(root) }, PinErrorMsg: '' } })}\n`).join('')
}

/** All that was ever unpinned here is of one file, so nothing is shared with what stays. */
function collectGarbage(node: IpfsNode): void {
  if (node.pins.size === 0) node.blocks.clear()
}

export type Wire = { readonly url: string; cuts: number; readonly connections: number; close(): Promise<void> }

/** A connection to `url` that breaks after so many bytes from here, as long as there are cuts left. */
export async function startBreakingWire(url: string, after: number): Promise<Wire> {
  const { hostname, port } = new URL(url)
  let connections = 0
  const server = createTcpServer((client) => {
    connections += 1
    const to = connect(Number(port), hostname)
    const breaks = wire.cuts > 0
    if (breaks) wire.cuts -= 1
    let sent = 0
    client.on('data', (chunk) => {
      sent += chunk.length
      if (breaks && sent > after) {
        client.destroy()
        to.destroy()
      } else to.write(chunk)
    })
    to.on('data', (chunk) => client.write(chunk))
    for (const [one, other] of [
      [client, to],
      [to, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const wire = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: 0,
    get connections() {
      return connections
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  return wire
}
