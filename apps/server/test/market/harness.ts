import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, type Language } from '@plinth/api'
import { type DemoName, getDemoAccount, localPayTokens } from '@plinth/devnet'
import { type Address, LOCAL_NETWORKS, loginText, toAddress } from '@plinth/protocol'
import type { FastifyInstance } from 'fastify'
import type { Dialect } from 'kysely'
import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { ChainConfig, ChainContracts, Gateways, Limits, MailConfig, SiteContent, TrustProxy } from '../../src/config/config.ts'
import { configOf } from '../../src/config/server-config.ts'
import type { StorageConfig } from '../../src/content/content-store.ts'
import { type Context, createContext } from '../../src/context.ts'
import { connect } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { Fetcher } from '../../src/fetch/fetcher.ts'
import { createApp } from '../../src/http/app.ts'
import { prepareDatabase } from '../../src/prepare-database.ts'
import type { Clock } from '../../src/process/clock.ts'
import { createLogger, type Logger, silentLogger } from '../../src/process/log.ts'
import { type FakeNode, startFakeNode } from '../chain/fake-node.ts'
import { openTestDatabase, type TestDatabase } from '../database/database.ts'
import { requireDeclared } from './declared.ts'
import { recordCall } from './record.ts'

export const ORIGIN = 'http://plinth.test'

const person = (name: DemoName): PrivateKeyAccount => getDemoAccount(name).account
/** The demo accounts: funded on a testnet. */
export const PEOPLE = {
  alice: person('Alice'),
  bob: person('Bob'),
  carol: person('Carol'),
  dan: person('Dan'),
  zhangwei: person('Zhang Wei'),
  eve: person('Eve'),
}
type Person = Pick<PrivateKeyAccount, 'address' | 'signMessage'>

/** Keys of the platform where no testnet brings its own. */
export const TEST_KEYS = { miner: `0x${'03'.repeat(32)}`, feeSigner: `0x${'02'.repeat(32)}` } as const satisfies Record<string, Hex>

export type TestClock = Clock & { advance(seconds: number): void }

export type Answer = { status: number; headers: Record<string, unknown>; errno?: number; errmsg?: string; data?: unknown; text: string }
export type PostOptions = { token?: string | undefined; headers?: Record<string, string>; ip?: string }
/** A form, or the raw body with its content type in the headers. */
export type PostBody = Readonly<Record<string, string | undefined>> | string | Buffer

export type Session = { readonly token: string; readonly address: Address; readonly api: Client }

export type TestServer = {
  readonly context: Context
  readonly database: TestDatabase
  readonly app: FastifyInstance
  readonly clock: TestClock
  /** Only without a testnet. */
  readonly node: FakeNode | undefined
  readonly logged: string[]
  /** The call as a browser sends it, and the envelope as it came back: `post('/user/info', {address})`. */
  post(path: string, body?: PostBody, options?: PostOptions): Promise<Answer>
  /** The typed client, over the same app. */
  api(token?: string, language?: Language): Client
  /** Signs in with the documented form. */
  signIn(person: Person): Promise<Session>
  close(): Promise<void>
}

export type TestServerOptions = {
  /** Chains to serve, e.g. `[chainOf(testnet)]`; default: one on a fake node. */
  chains?: readonly ChainConfig[]
  /** With an operator key, which owns the market's boxes. */
  keys?: { readonly miner: Hex; readonly feeSigner: Hex; readonly operator?: Hex }
  limits?: Partial<Limits>
  site?: Partial<SiteContent>
  webDir?: string
  /** Default ORIGIN. */
  publicUrl?: string
  origins?: readonly string[]
  /** From an auction's end to its expiry. */
  auctionExpireHours?: number
  settlerWaitS?: number
  /** Of an account that settles ended auctions. */
  settlerKey?: Hex
  defaultChainId?: number
  connectChainId?: number
  trustProxy?: TrustProxy
  maxConnections?: number
  gateways?: Partial<Gateways>
  mail?: MailConfig
  storage?: StorageConfig
  /** An empty one, closed with the server; default: one of the run's own PostgreSQL. */
  database?: TestDatabase
  /** For the URLs of tokens; default: the public internet only. */
  fetcher?: Fetcher
}

/** The whole server on a new database, without listening, indexer and jobs. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-server-'))
  const clock = testClock()
  const node = options.chains ? undefined : await startFakeNode(31337, clock.now())
  const chains = options.chains ?? [fakeChain(node?.url ?? '')]
  const prepare = (dialect: Dialect) => migrate(connect(dialect), silentLogger)
  const database = options.database ?? (await openTestDatabase({ name: 'plinth', prepare }))
  const logged: string[] = []
  const log: Logger = createLogger((line) => logged.push(line))
  const config = configOf({ dataDir, chains, publicUrl: ORIGIN, ...options, limits: { ...FREELY, ...options.limits } }, 80)
  const context = await createContext({
    config,
    dialect: database.dialect,
    follower: database.follower,
    replicas: database.replicas,
    keys: options.keys ?? TEST_KEYS,
    revealOperatorKey: options.keys?.operator,
    settlerKey: options.settlerKey,
    log,
    clock,
    fetcher: options.fetcher,
  })
  await prepareDatabase(context)
  await Promise.all(context.chains.all.map((chain) => chain.refresh()))
  const app = await createApp(context)

  const api = (token?: string, language: Language = 'en'): Client =>
    createClient({
      baseUrl: ORIGIN,
      token: () => token,
      language: () => language,
      fetch: (url, init) => injectRequest(app, config.prefix, url, init),
    })
  return {
    context,
    database,
    app,
    clock,
    node,
    logged,
    api,
    post: (path, body, postOptions) => post(app, config.prefix, path, body, postOptions),
    signIn: async (who) => {
      // A second later than any sign-in before, so that two in one test make two sessions.
      clock.advance(1)
      const timestamp = clock.now()
      const signature = await who.signMessage({ message: loginText(config.site.loginMessage, timestamp) })
      const address = toAddress(who.address)
      const { token } = await api().user.login({ address, signature, timestamp })
      return { token, address, api: api(token) }
    },
    close: async () => {
      await app.close()
      context.replicas.close()
      await database.close()
      await node?.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Limits above what people send. */
const FREELY: Partial<Limits> = {
  requestsPerIp: 1e6,
  requestsPerToken: 1e6,
  signaturesPerIp: 1e6,
  uploadsPerIp: 1e6,
  mediaPerIp: 1e6,
  refreshesPerIp: 1e6,
  searchesPerIp: 1e6,
  mailLoginsPerIp: 1e6,
  picturesPerIp: 1e6,
  uploadBytesPerDay: 1e15,
  draftsPerDay: 1e9,
}

async function post(app: FastifyInstance, prefix: string, path: string, body: PostBody = {}, options: PostOptions = {}): Promise<Answer> {
  const url = prefix + path
  const isForm = typeof body === 'object' && !Buffer.isBuffer(body)
  const response = await app.inject({
    method: 'POST',
    url,
    ...(options.ip === undefined ? {} : { remoteAddress: options.ip }),
    headers: {
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(options.token === undefined ? {} : { 'Finger-Nft-Token': options.token }),
      ...options.headers,
    },
    payload: isForm ? formText(body) : body,
  })
  const isJson = String(response.headers['content-type']).includes('json')
  if (isJson) recordCall(url, isForm ? 'urlencoded' : '', isForm ? formText(body) : '', response.body)
  if (isJson) requireDeclared(url, prefix, response.body)
  const envelope = isJson ? (JSON.parse(response.body) as Pick<Answer, 'errno' | 'errmsg' | 'data'>) : {}
  return { status: response.statusCode, headers: response.headers, text: response.body, ...envelope }
}

function formText(body: Readonly<Record<string, string | undefined>>): string {
  return new URLSearchParams(Object.entries(body).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]]))).toString()
}

/** `fetch` for the typed client, answered by the app itself. */
async function injectRequest(
  app: FastifyInstance,
  prefix: string,
  url: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(url, init)
  const [path, sent] = [new URL(request.url).pathname, Buffer.from(await request.arrayBuffer())]
  const response = await app.inject({
    method: 'POST',
    url: path,
    headers: Object.fromEntries(request.headers),
    payload: sent,
  })
  recordCall(path, request.headers.get('content-type') ?? '', sent, response.body)
  requireDeclared(path, prefix, response.body)
  return new Response(response.body, { status: response.statusCode, headers: { 'content-type': String(response.headers['content-type']) } })
}

export function testClock(): TestClock {
  let offsetMs = 0
  const nowMs = (): number => Date.now() + offsetMs
  return {
    nowMs,
    now: () => Math.floor(nowMs() / 1_000),
    advance: (seconds) => {
      offsetMs += seconds * 1_000
    },
  }
}

/** The configuration of a running testnet of `@plinth/devnet`. */
export function chainOf(testnet: { chainId: number; rpcUrl: string; contracts: ChainContracts & { deployBlock: number } }): ChainConfig {
  const { deployBlock, ...contracts } = testnet.contracts
  return { ...chainAt(testnet.rpcUrl, testnet.chainId, contracts), payTokens: localPayTokens(testnet.chainId), deployBlock }
}

function chainAt(rpcUrl: string, chainId: number, contracts: ChainContracts): ChainConfig {
  const known = LOCAL_NETWORKS.find((network) => network.chainId === chainId)
  const network = known ?? { chainId, name: `Chain ${chainId}`, symbol: 'ETH', explorer: '', logo: '', isDev: false, opensea: '' }
  return { network: { ...network, rpc: rpcUrl }, rpcUrls: [rpcUrl], contracts, payTokens: [], deployBlock: 0, blockTimeS: 2 }
}

export function fakeChain(rpcUrl: string, chainId = 31337): ChainConfig {
  const address = (digit: string): Address => toAddress(`0x${digit.repeat(40)}`)
  return chainAt(rpcUrl, chainId, {
    exchange: address('e'),
    auctionExchange: address('7'),
    blindBox: address('4'),
    transferProxy: address('d'),
    collectionFactory: address('f'),
    collection721Implementation: address('c'),
    collection1155Implementation: address('9'),
    official721: address('a'),
    official1155: address('8'),
    prizeCollection: address('3'),
  })
}
