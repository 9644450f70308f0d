import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readMetadata } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { bytes } from '../../src/db/database.ts'
import { createFetcher } from '../../src/fetch/fetcher.ts'
import { readDueMetadata } from '../../src/modules/items/service.ts'
import { fakeChain, openTestServer, type TestServer } from '../market/harness.ts'
import { type FakeNode, startFakeNode } from './fake-node.ts'

export const FOREIGN = toAddress(`0x${'cd'.repeat(20)}`)
export const CHAIN = 31337

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A market with external items: the test sets the responses of their contracts and of the web they link to. */
export class ForeignItems {
  readonly server: TestServer
  readonly node: FakeNode
  readonly site: string
  /** Requests to the web, and its responses. */
  hits: string[] = []
  answer: Answer = notFound
  /** Responses of contracts, by `tokenURI:1` or `contractURI`. */
  readonly uris = new Map<string, string>()
  readonly close: () => Promise<void>

  private constructor(server: TestServer, node: FakeNode, port: number, close: () => Promise<void>) {
    this.server = server
    this.node = node
    this.site = `http://art.example:${port}`
    this.close = close
  }

  /** With `onWire` it calls contracts over JSON-RPC, through `node`, with a time-out of one second. */
  static async open({ onWire = false } = {}): Promise<ForeignItems> {
    let foreign: ForeignItems | undefined
    const web = createServer((request, response) => {
      foreign?.hits.push(request.url ?? '')
      foreign?.answer(request, response)
    })
    await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
    const { port } = web.address() as AddressInfo
    const fetcher = createFetcher({ ports: [port], resolve: async () => ['127.0.0.1'], isAllowed: (address) => address === '127.0.0.1' })
    const gateways = { ipfs: [`http://localhost:${port}`], arweave: [`http://localhost:${port}/ar`] }
    const node = await startFakeNode(CHAIN, Math.floor(Date.now() / 1_000))
    const chains = [{ ...fakeChain(node.url), rpcLimits: { timeoutMs: 1_000 } }]
    const server = await openTestServer({ fetcher, gateways, chains })
    foreign = new ForeignItems(server, node, port, async () => {
      await server.close()
      await node.close()
      await fetcher.close()
      web.closeAllConnections()
      web.close()
    })
    const { uris } = foreign
    // viem types each result by its ABI, which one stand-in for all of them can't.
    // Its type follows each contract's interface; only these three functions are called here.
    if (!onWire)
      server.context.chains.get(CHAIN).client.readContract = (async ({ functionName, args }: { functionName: string; args?: [bigint] }) =>
        uris.get(args ? `${functionName}:${args[0]}` : functionName) ?? '') as never
    return foreign
  }

  async clear(): Promise<void> {
    await this.server.context.db.deleteFrom('item').execute()
    this.uris.clear()
    this.hits = []
    this.answer = notFound
  }

  async add(tokenId: bigint, standard = 3, metadata = ''): Promise<void> {
    const none = { supply: 1n, creator: bytes(FOREIGN), name: '', metadata_url: '', metadata, media_kind: 'unknown' } as const
    const flags = { is_declared: false, is_confirmed: true, is_visible: true, is_on_sale: false } as const
    const rest = { width: 0, height: 0, royalties: '[]', declared_royalties: '[]', declared_at: 0, created_at: 1, traded_at: 0 }
    const key = { chain_id: CHAIN, collection: bytes(FOREIGN), token_id: tokenId, standard }
    await this.server.context.db
      .insertInto('item')
      .values({ ...key, metadata_next_at: 0, ...none, ...flags, ...rest })
      .execute()
  }

  row(tokenId: bigint) {
    return this.server.context.db.selectFrom('item').selectAll().where('token_id', '=', tokenId).executeTakeFirstOrThrow()
  }

  /** Item 1 once its contract returns this text; without a text the contract's response stays as it is. */
  async read(uri?: string, standard = 3) {
    if (uri !== undefined) this.uris.set(`${standard === 2 ? 'uri' : 'tokenURI'}:1`, uri)
    await this.add(1n, standard)
    await readDueMetadata(this.server.context)
    const row = await this.row(1n)
    return { row, read: readMetadata(row.metadata) }
  }

  answerWith(value: unknown, type = 'application/json'): void {
    const body = typeof value === 'string' ? value : JSON.stringify(value)
    this.answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(body)
  }
}

function notFound(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(404).end()
}
