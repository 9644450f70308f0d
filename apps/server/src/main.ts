import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { followHeads } from './chain/heads.ts'
import type { Limits } from './config/config.ts'
import { configOf, type MarketOptions } from './config/server-config.ts'
import { ContentStoreAway } from './content/content-store.ts'
import { type Context, createContext } from './context.ts'
import { type OpenDatabase, openDatabase } from './db/driver.ts'
import { createApp } from './http/app.ts'
import { createOperatorApp } from './http/operator.ts'
import { type Indexers, startIndexers } from './indexer/start.ts'
import { startJobs } from './jobs/start.ts'
import { followNetworks } from './networks.ts'
import { prepareDatabase } from './prepare-database.ts'
import { watchDisk } from './process/disk-watch.ts'
import { findFreePort } from './process/free-port.ts'
import { type Logger, silentLogger } from './process/log.ts'
import { warmItemIndex } from './read/explore/explore.ts'
import type { KeyRing, SignerKeys } from './signer/key-ring.ts'

/** The parts of the server; over one PostgreSQL each part can run in processes of its own. */
export type Part = 'http' | 'indexer' | 'jobs'

export type ServerOptions = MarketOptions & {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** All of them by default. */
  readonly parts?: ReadonlySet<Part>
  /** Any PostgreSQL 15 or newer; without it the embedded one, in `dataDir`. */
  readonly databaseUrl?: string | undefined
  /** Standbys of it for public reads. */
  readonly readUrls?: readonly string[] | undefined
  readonly poolSize?: number
  readonly isPreparing?: boolean
  /** Called with one sentence when the embedded database has ended for good. */
  readonly onLost?: (sentence: string) => void
  readonly keys: SignerKeys | KeyRing
  /** Key of the owner of the market's blind boxes; without it none are drawn here. */
  readonly revealOperatorKey?: Hex | undefined
  /** Key of an account with coin for settlements of ended auctions; without it their parties settle them. */
  readonly settlerKey?: Hex | undefined
  readonly log?: Logger
  /** Address of health and metrics for operators; none by default. */
  readonly metrics?: { readonly host: string; readonly port: number; readonly token?: string | undefined } | undefined
  /** How long a stopping process still accepts requests, so that a proxy in front notices first. */
  readonly drainMs?: number
  /** After this a stop no longer waits for requests that are being answered. */
  readonly lastAnswersMs?: number
}

/** A second address of a running server, on this machine alone. */
export type Door = { readonly url: string; close(): Promise<void> }

export type RunningServer = {
  readonly url: string
  readonly context: Context
  /** Serves the same market with limits of its own, apart from the visitors'. */
  readonly openDoor: (limits: Partial<Limits>) => Promise<Door>
  /** Resolves once this process has indexed the block, for which it looks at once. @throws Error where it indexes nothing */
  readonly waitForBlock: (chainId: number, number: bigint) => Promise<void>
  stop(): Promise<void>
}

const ALL_PARTS: ReadonlySet<Part> = new Set<Part>(['http', 'indexer', 'jobs'])
/** Short enough for a market that stops within 5 s. */
const LAST_ANSWERS_MS = 2_500

/**
 * Opens the database, migrates it, indexes the chains and serves. `stop` ends all of it, within 5 s after `drainMs` or a little
 * more than `lastAnswersMs`: readiness first, then the visitors, jobs and index with what they have begun, the database last.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const log = options.log ?? silentLogger
  const port = options.port === 0 ? await findFreePort(options.host) : options.port
  const config = configOf(options, port)
  const opened = await openDatabase({
    databaseUrl: options.databaseUrl,
    readUrls: options.readUrls,
    dataDir: options.dataDir,
    log: (line) => log.info('database', { line }),
    poolSize: options.poolSize,
    isPreparing: options.isPreparing,
    onLost: options.onLost,
  })
  const closing: (() => Promise<unknown>)[] = [() => opened.close()]
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    const context = await createContext({
      config,
      dialect: opened.dialect,
      connection: opened.connection,
      follower: opened.follower,
      replicas: opened.replicas,
      keys: options.keys,
      revealOperatorKey: options.revealOperatorKey,
      settlerKey: options.settlerKey,
      log,
    })
    closing.push(async () => context.replicas.close())
    await prepareDatabase(context)
    if (options.parts?.has('http') ?? true) await tryStorage(context)
    // Requests and jobs that are under way need both to their end.
    closing.push(() => context.source.close())
    closing.push(async () => context.mailer?.close())
    const indexers = await startParts({ ...options, port }, context, opened, closing)
    closing.push(() => leave(context, options.drainMs ?? 0))
    return {
      url: config.origins[0] ?? '',
      context,
      openDoor: (limits) => openDoor(context, limits),
      waitForBlock: async (chainId, number) => {
        if (!indexers) throw new Error('This process indexes no chain.')
        await indexers.of(chainId).waitForBlock(number)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * A store that refuses us now refuses every upload later; an unreachable one may be back before it is needed. @throws
 * ContentStoreFault
 */
async function tryStorage({ media, log }: Context): Promise<void> {
  await media.store.examine().catch((error: unknown) => {
    if (!(error instanceof ContentStoreAway)) throw error
    log.error('storage away', { error })
  })
}

/** Each part adds to `closing` how it is stopped, as soon as it runs. */
async function startParts(
  options: ServerOptions,
  context: Context,
  opened: OpenDatabase,
  closing: (() => Promise<unknown>)[],
): Promise<Indexers | undefined> {
  const { parts = ALL_PARTS, host, port, metrics, lastAnswersMs = LAST_ANSWERS_MS } = options
  if (metrics) {
    const operator = await createOperatorApp({ context, token: metrics.token, pool: opened.pool })
    closing.push(() => operator.close())
    await operator.listen({ host: metrics.host, port: metrics.port })
  }
  const app = parts.has('http') ? await createApp(context) : undefined
  if (app) {
    const disk = await watchDisk(context)
    closing.push(async () => disk.stop())
  }
  const networks = followNetworks(context)
  closing.push(() => networks.stop())
  const indexers = parts.has('indexer') ? await startIndexers(context) : undefined
  if (indexers) closing.push(() => indexers.stop())
  else {
    const heads = await followHeads(context)
    closing.push(() => heads.stop())
  }
  if (parts.has('jobs')) {
    const jobs = startJobs(context)
    closing.push(() => jobs.stop())
  }
  if (!app) return indexers
  closing.push(async () => {
    const cut = setTimeout(() => app.server.closeAllConnections(), lastAnswersMs)
    await app.close().finally(() => clearTimeout(cut))
  })
  await app.listen({ host, port })
  // Visitors are served meanwhile: the database answers what the index does not yet.
  warmItemIndex(context).catch((error: unknown) => {
    if (!context.stopping.signal.aborted) context.log.warn('item index not read', { error })
  })
  return indexers
}

async function openDoor(context: Context, limits: Partial<Limits>): Promise<Door> {
  const host = '127.0.0.1'
  const port = await findFreePort(host)
  const url = `http://${host}:${port}`
  const { config } = context
  const app = await createApp({
    ...context,
    config: { ...config, webDir: undefined, origins: [...config.origins, url], limits: { ...config.limits, ...limits } },
  })
  await app.listen({ host, port })
  return { url, close: () => app.close() }
}

async function leave({ stopping }: Context, drainMs: number): Promise<void> {
  stopping.abort()
  if (drainMs > 0) await sleep(drainMs)
}
