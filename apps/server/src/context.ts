import { AppError, type Language } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Dialect } from 'kysely'
import type { Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type Chains, createChains, type Named } from './chain/chains.ts'
import type { ServerConfig } from './config/config.ts'
import { createLiveSite, type LiveSite } from './config/live-site.ts'
import { openStore } from './content/open-store.ts'
import { bytes, connect, type Db, forgetSessions, keptFor } from './db/database.ts'
import { type Connection, FOLLOWS_NOTHING, type Follower } from './db/driver.ts'
import { type OpenReplica, Replicas } from './db/replicas.ts'
import { createFetcher, type Fetcher } from './fetch/fetcher.ts'
import { createSource, type Source } from './fetch/source.ts'
import { createJobMemory, type JobMemory } from './jobs/memory.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { createMedia, type Media } from './media/media.ts'
import { type Clock, systemClock } from './process/clock.ts'
import { type Logger, silentLogger } from './process/log.ts'
import { createMetrics, type Metrics } from './process/metrics.ts'
import { createExploreState, type ExploreState } from './read/explore/state.ts'
import { type KeyRing, keyRingOf, type SignerKeys } from './signer/key-ring.ts'
import { createRevealOperator, type RevealOperator } from './signer/reveal-operator.ts'
import { createSigner, type Signer } from './signer/signer.ts'
import { readCursor } from './state/chain/checkpoint.ts'
import { pausedChains } from './state/chain/paused.ts'

export type Context = {
  readonly config: ServerConfig
  readonly db: Db
  readonly follower: Follower
  readonly replicas: Replicas
  readonly log: Logger
  readonly clock: Clock
  readonly chains: Chains
  readonly signer: Signer
  readonly site: LiveSite
  /** Undefined where this market has no blind boxes of its own, and in processes that do not deal with them. */
  readonly revealOperator: RevealOperator | undefined
  /** Pays for the settlements of ended auctions; undefined where the parties do it alone. */
  readonly settler: PrivateKeyAccount | undefined
  readonly media: Media
  /** Reads what foreign tokens name. */
  readonly source: Source
  readonly metrics: Metrics
  readonly jobs: JobMemory
  readonly explore: ExploreState
  /** Undefined where the operator has configured no mail. */
  readonly mailer: Mailer | undefined
  /** Aborted when the process begins to stop: from then on it is not ready for new requests. */
  readonly stopping: AbortController
}

export type Caller = { readonly accountId: number; readonly address: Address }

/** A cookie of ours, undefined where the browser sent none. */
export type Cookie = { readonly value: string | undefined; keep(value: string): void }

/** A received file, on disk until the response is sent. */
export type UploadedFile = { readonly path: string; readonly name: string; readonly size: number }

export type RequestContext = Context & {
  /** The account of the request's token; undefined without a live one. */
  readonly caller: Caller | undefined
  /** The caller. @throws AppError NOT_LOGGED_IN */
  requireCaller(): Caller
  /** The token as sent, for the calls that end or check it. */
  readonly token: string | undefined
  readonly language: Language
  /** For IPv6 the network that the visitor controls. */
  readonly ip: string
  /** The one-time id of the captcha shown last, a cookie used for nothing else. */
  readonly picture: Cookie
  /** The id of the browser that requested a mailed code, a cookie used for nothing else. */
  readonly codeRequest: Cookie
  /** The accounts that the browser has signed in to by e-mail. */
  readonly knownBrowser: Cookie
  readonly files: readonly UploadedFile[]
  /** Aborted when the visitor disconnects before the response. */
  readonly gone: AbortSignal
  /** Wire names of the sent fields, empty ones too: an empty one clears where a missing one keeps. */
  readonly sent: ReadonlySet<string>
}

/** All that an answer which everybody shares may depend on, besides its form; `caller` is undefined where it is shared. */
export type SharedContext = Context & Pick<RequestContext, 'caller'>

export type RequestFacts = Omit<RequestContext, keyof Context | 'requireCaller'>

export function requestContext(context: Context, facts: RequestFacts): RequestContext {
  return {
    ...context,
    ...facts,
    requireCaller: () => {
      if (!facts.caller) throw new AppError('NOT_LOGGED_IN')
      return facts.caller
    },
  }
}

export type ContextOptions = {
  readonly config: ServerConfig
  readonly dialect: Dialect
  /** How a thread of this process reaches the same database; without it all is read here. */
  readonly connection?: Connection | undefined
  readonly follower?: Follower | undefined
  readonly replicas?: readonly OpenReplica[] | undefined
  readonly keys: SignerKeys | KeyRing
  /** Key of the owner of the market's blind boxes. */
  readonly revealOperatorKey?: Hex | undefined
  /** Key of an account with coin for the settlements of ended auctions. */
  readonly settlerKey?: Hex | undefined
  readonly log?: Logger
  readonly clock?: Clock
  /** For foreign addresses; restricted to the open internet when left out. */
  readonly fetcher?: Fetcher | undefined
}

/** The only place that wires the modules. `prepareDatabase` creates the tables and their first rows. */
export async function createContext({
  config,
  dialect,
  connection,
  follower = FOLLOWS_NOTHING,
  replicas: opened = [],
  keys,
  revealOperatorKey,
  settlerKey,
  log = silentLogger,
  clock = systemClock,
  fetcher,
}: ContextOptions): Promise<Context> {
  const db = connect(dialect)
  const chains = createChains({
    configs: config.chains,
    defaultChainId: config.defaultChainId,
    clock,
    log,
    whyRefused: async (chainId) => {
      if (((await readCursor(db, chainId))?.stopped ?? null) !== null) return 'CHAIN_STOPPED'
      return (await pausedChains(db)).has(chainId) ? 'MARKET_PAUSED' : undefined
    },
    whoKnows: (named) => chainsThatKnow(db, named),
  })
  const metrics = createMetrics()
  const signer = createSigner(metrics.watchKeys(keyRingOf(keys)))
  const revealOperator = revealOperatorKey && createRevealOperator(revealOperatorKey)
  const settler = settlerKey && privateKeyToAccount(settlerKey)
  const media = await createMedia(config.mediaDir, openStore(config.storage, config.mediaDir), clock)
  const site = createLiveSite(config)
  const source = createSource({
    fetcher: fetcher ?? createFetcher({ ports: config.gateways.ports }),
    gatewayFetcher: createFetcher({ trusted: [...config.gateways.ipfs, ...config.gateways.arweave].map((base) => new URL(base).origin) }),
    ipfsGateways: config.gateways.ipfs,
    arweaveGateways: config.gateways.arweave,
    clock,
  })
  const mailer = config.mail && createMailer(config.mail)
  const jobs = createJobMemory()
  const stopping = new AbortController()
  const replicas = new Replicas(db, opened, {
    log: (line) => log.info('database', { line }),
    onUse: (replica, isUsed) => metrics.replicaUsed.set({ replica }, isUsed ? 1 : 0),
  })
  const explore = createExploreState(db, { itemIndexBytes: config.itemIndexBytes, signal: stopping.signal, connection, replicas })
  follower.onMoved(() => {
    replicas.forget()
    keptFor(db)?.noteCommit()
    forgetSessions(db)
    explore.index.forget()
  })
  return {
    config,
    db,
    follower,
    replicas,
    log,
    clock,
    chains,
    signer,
    site,
    revealOperator,
    settler,
    media,
    source,
    metrics,
    jobs,
    explore,
    mailer,
    stopping,
  }
}

async function chainsThatKnow(db: Db, { collection, tokenId }: Named): Promise<number[]> {
  const address = bytes(collection)
  const collections = await db.selectFrom('collection').select('chain_id').distinct().where('address', '=', address).execute()
  const known = collections.map((row) => row.chain_id)
  if (tokenId === undefined || known.length < 2) return known
  const items = await db
    .selectFrom('item')
    .select('chain_id')
    .where('chain_id', 'in', known)
    .where('collection', '=', address)
    .where('token_id', '=', tokenId)
    .execute()
  return items.length > 0 ? items.map((row) => row.chain_id) : known
}
