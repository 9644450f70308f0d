import { createWriteStream, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Acts,
  chainControls,
  type DemoOperator,
  DRIFT_DAYS,
  demoActs,
  deployFeeds,
  deployMarket,
  fundDemoAccounts,
  keepFeeds,
  keepKeys,
  keepSettlerKey,
  type LocalChain,
  localFeeds,
  localPayTokens,
  type MarketKeys,
  type Progress,
  playFirstActs,
  playOtherActs,
  type StoryChain,
  startChain,
} from '@plinth/devnet'
import { LOCAL_CHAIN_ID, LOCAL_NETWORKS, type Network, toAddress } from '@plinth/protocol'
import { parseEther } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { ChainConfig, Limits, SiteContent } from '../../apps/server/src/config/config.ts'
import { lockDirectory } from '../../apps/server/src/db/directory-lock.ts'
import { removePostgresHome } from '../../apps/server/src/db/postgres-home.ts'
import { type RunningServer, startServer } from '../../apps/server/src/main.ts'
import { addAnnouncement } from '../../apps/server/src/modules/announcements/service.ts'
import { addBanner } from '../../apps/server/src/modules/banners/service.ts'
import type { Operator } from '../../apps/server/src/modules/operators/service.ts'
import { createLogger, type Logger } from '../../apps/server/src/process/log.ts'
import { refuseFullDisk, refuseLostParts, writeManifest } from './data-folder.ts'
import { DEMO_BOXES, FIRST_BOXES, offerDemoBox } from './demo-boxes.ts'
import { codeOf, listMarketData, prepareDataDir, refuseTakenPort, type Settings, StartError } from './settings.ts'
import { buildWeb, WEB_DIR } from './web-build.ts'

type Log = (line: string) => void
/** `startsAt` is the time of a new first chain's first block. */
type ChainsOptions = MarketOptions & { startsAt: number | undefined }
type StartedChain = { config: ChainConfig; story: StoryChain }

export interface MarketOptions extends Settings {
  /** Serves the built app unless another server does (see dev.ts). */
  web: boolean
  /** Additional allowed origins. */
  origins?: readonly string[]
  log: Log
  /** Aborted when the user wants to stop while the market still starts. */
  signal: AbortSignal
  /** Receives each part that must be stopped, as soon as it runs. Stopped in reverse order. */
  onStarted(stop: () => Promise<void> | void): void
  /** Stops everything with this sentence: a part has failed for good. */
  onLost(sentence: string): void
}

/** Of a demo that hangs in part. */
const ACTS_FILE = 'demo-acts'
/** Banners and announcements of folders that an earlier version filled. */
const FORMER_FILE = 'demo.json'
const BEGUN_FILE = 'first-start'
/** Mails as files: a first start has no mail server. */
const MAILBOX = 'mailbox'
const BLOCK_TIME_S = 2
/** Calls of nodes on this machine cost no money: a floor follows its listing at once. */
const DRY_RUNS_PER_MINUTE = 3_000
/** All demo accounts share one IP address, within one minute; so do the visitors of tests. */
const DEMO_LIMITS = {
  requestsPerIp: 100_000,
  requestsPerToken: 100_000,
  signaturesPerIp: 100_000,
  uploadsPerIp: 100_000,
  searchesPerIp: 100_000,
}
/** The days of the demo's history pass in seconds: a round of the feeds holds for all of them. */
const DEMO_HEARTBEAT_S = 40 * 86_400
/** Visitors settle the demo's auctions themselves first. */
const SETTLER_WAIT_S = 3_600
const SETTLER_COIN = parseEther('10')
/** A stop waits this long for acts that have begun. */
const LAST_ACTS_MS = 1_000
const MOST_LOG_BYTES = 20_000_000

/** Everything behind `npm start`: web app, chains, contracts, database, server and, in a new folder, the demo. */
export async function startMarket(options: MarketOptions): Promise<RunningServer> {
  const { dataDir, log, signal } = options
  prepareDataDir(dataDir)
  options.onStarted(lockData(dataDir))
  refuseFullDisk(dataDir)
  await refuseTakenPort(options)
  // The first works hang meanwhile.
  const web = options.web ? buildWeb(log, signal) : undefined
  web?.catch(() => undefined)
  clearInterruptedStart(options)
  refuseLostParts(dataDir, options.databaseUrl)
  const isNew = listMarketData(dataDir).length === 0
  if (isNew) writeFileSync(join(dataDir, BEGUN_FILE), '')
  const keys = readKeys(dataDir)
  const hasDemo = isNew && options.stories
  const chains = await timed('Chains and contracts are there', log, () =>
    startChains({ ...options, startsAt: hasDemo ? startOfHistory() : undefined }, keys),
  )
  signal.throwIfAborted()
  const place = { options, chains, keys, logger: openLogger(dataDir, log) }
  if (hasDemo) await timed('The first works of the demo hang', log, () => playFirst(place))
  await web
  signal.throwIfAborted()
  const server = await timed('Database and server run', log, () => serve(place))
  writeManifest(dataDir, [...options.chainPorts.keys()], options.databaseUrl)
  rmSync(join(dataDir, BEGUN_FILE), { force: true })
  if (options.stories && Acts.isUnfinished(join(dataDir, ACTS_FILE))) playOthers(place, server, !hasDemo)
  return server
}

type MarketPlace = {
  readonly options: MarketOptions
  readonly chains: readonly StartedChain[]
  readonly keys: MarketKeys
  readonly logger: Logger
}

/** Prints how long a phase took. */
async function timed<T>(what: string, log: Log, run: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await run()
  log(`${what} (${((performance.now() - began) / 1_000).toFixed(1)} s)`)
  return result
}

type ServeOptions = { readonly port?: number; readonly limits?: Partial<Limits>; readonly heartbeatS?: number }

async function serve(
  { options, chains, keys, logger }: MarketPlace,
  { port = options.port, limits = options.limits ? {} : DEMO_LIMITS, heartbeatS }: ServeOptions = {},
): Promise<RunningServer> {
  const { dataDir } = options
  const server = await startServer({
    host: options.host,
    port,
    dataDir,
    databaseUrl: options.databaseUrl,
    chains: chains.map(({ config }) => ({ ...config, feeds: localFeeds(config.network.chainId, heartbeatS) })),
    keys,
    revealOperatorKey: keys.operator,
    settlerKey: keepSettlerKey(dataDir),
    settlerWaitS: SETTLER_WAIT_S,
    site: readSite(dataDir),
    limits,
    origins: options.origins ?? [],
    webDir: options.web ? WEB_DIR : undefined,
    dryRunsPerMinute: DRY_RUNS_PER_MINUTE,
    mail: { folder: join(dataDir, MAILBOX), from: 'Plinth <plinth@localhost>' },
    log: logger,
    onLost: options.onLost,
  }).catch((error: unknown) => {
    logger.warn('start failed', { error })
    return asSentence(error)
  })
  options.onStarted(() => server.stop())
  return server
}

/** On a port that no visitor knows: the first chain's clock still stands weeks back. */
async function playFirst(place: MarketPlace): Promise<void> {
  const { signal, log } = place.options
  const server = await serve(
    { ...place, options: { ...place.options, web: false, host: '127.0.0.1' } },
    { port: 0, limits: DEMO_LIMITS, heartbeatS: DEMO_HEARTBEAT_S },
  )
  try {
    signal.throwIfAborted()
    const acts = actsOf(place, false)
    await playFirstActs({ apiUrl: server.url, chains: place.chains.map(({ story }) => story), acts }, operatorOf(place, server, server.url))
    log(`  ${acts.progress.done} of ${acts.progress.total} acts`)
  } finally {
    await server.stop()
  }
}

/** Beside the visitors, through a door of its own: all demo accounts share one address. A stop leaves the rest to the next start. */
function playOthers(place: MarketPlace, server: RunningServer, isResumed: boolean): void {
  const { context, openDoor } = server
  const { signal, log } = place.options
  const acts = actsOf(place, isResumed, (progress) => context.site.hang(progress))
  context.site.hang(acts.progress)
  const play = async () => {
    const door = await openDoor(DEMO_LIMITS)
    // A stop lets no act ask for more; the next start plays the rest of it.
    signal.addEventListener('abort', () => void door.close())
    try {
      await playOtherActs({ apiUrl: door.url, chains: place.chains.map(({ story }) => story), acts }, operatorOf(place, server, door.url))
    } finally {
      await door.close()
    }
    if (signal.aborted) return
    const { done, total, failed } = acts.progress
    if (failed > 0) return log(`The demo hangs but for ${failed} of ${total} acts: the next start tries again.`)
    acts.finish()
    context.site.hang(undefined)
    log(`The whole demo hangs: ${done} acts.`)
  }
  const playing = timed('The rest of the demo is played', log, play).catch((error: unknown) => {
    if (signal.aborted) return
    place.logger.error('demo', { error })
    context.site.hang({ ...acts.progress, failed: acts.progress.failed + 1 })
  })
  place.options.onStarted(() => Promise.race([playing, sleep(LAST_ACTS_MS)]))
}

const actsOf = ({ options: { dataDir, log, signal } }: MarketPlace, isResumed: boolean, onProgress?: (progress: Progress) => void): Acts =>
  demoActs({ path: join(dataDir, ACTS_FILE), log, signal, isResumed, ...(onProgress && { onProgress }) }, { boxes: DEMO_BOXES })

/** The market's operator at the command line. */
const OPERATOR: Operator = { who: 'npm start', why: '', role: undefined }

function operatorOf({ chains }: MarketPlace, { context, waitForBlock }: RunningServer, apiUrl: string): DemoOperator {
  const stage = { context, apiUrl, chains: chains.map(({ story }) => story) }
  return {
    boxes: DEMO_BOXES,
    firstBoxes: FIRST_BOXES,
    waitForBlock,
    offerBox: (name, people) => offerDemoBox({ ...stage, people }, name),
    hangBanner: async ({ chainId, address, tokenId, image, title, text }) => {
      const texts = { titleEn: title.en, titleZh: title.zh, textEn: text.en, textZh: text.zh }
      await addBanner(context, OPERATOR, { chainId, collection: toAddress(address), tokenId: BigInt(tokenId), image, ...texts })
    },
    announce: async (announcement) => void (await addAnnouncement(context, OPERATOR, announcement)),
  }
}

function lockData(dataDir: string): () => void {
  try {
    const lock = lockDirectory(dataDir)
    return () => lock.release()
  } catch (error) {
    if (error instanceof Error && error.name === 'DirectoryInUse')
      throw new StartError(`${error.message} End it, or choose another folder with DATA_DIR.`)
    throw new StartError(`The data folder ${dataDir} can't be written (${codeOf(error)}): choose another with DATA_DIR.`)
  }
}

/** An interrupted first start has half of the history: it never was ready, so it begins again. */
function clearInterruptedStart({ dataDir, databaseUrl, log }: MarketOptions): void {
  if (!existsSync(join(dataDir, BEGUN_FILE))) return
  if (databaseUrl)
    throw new StartError(`The first start was interrupted: empty the database of DATABASE_URL, delete ${dataDir} and start again.`)
  log('The first start was interrupted: beginning again')
  removePostgresHome(join(dataDir, 'postgres'))
  for (const name of [...listMarketData(dataDir), ACTS_FILE]) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/** The first chain begins with the demo's history, which moves its clock to today. */
const startOfHistory = (): number => Math.floor(Date.now() / 1_000) - DRIFT_DAYS * 86_400

/** All in parallel. When one fails, the others have started far enough to be stopped. */
async function startChains(options: ChainsOptions, keys: MarketKeys): Promise<StartedChain[]> {
  const wanted = LOCAL_NETWORKS.filter(({ chainId }) => options.chainPorts.has(chainId))
  const started = await Promise.allSettled(wanted.map((network) => startMarketChain(options, keys, network)))
  return started.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}

async function startMarketChain(options: ChainsOptions, keys: MarketKeys, network: Network): Promise<StartedChain> {
  const { chainId, name } = network
  const port = options.chainPorts.get(chainId) ?? 0
  options.log(`Starting ${name} (chain id ${chainId}) on port ${port}…`)
  const chain = await openChain(chainId, port, options)
  const { rpcUrl } = chain
  const { isNew, ...deployment } = await deployMarket({ rpcUrl, chainId, keys, buyerFeeBps: options.buyerFeeBps }).catch(asSentence)
  if (isNew && !deployment.former) await fundDemoAccounts({ rpcUrl, contracts: deployment }).catch(asSentence)
  const settler = privateKeyToAddress(keepSettlerKey(options.dataDir))
  await chainControls(rpcUrl).setBalance(settler, SETTLER_COIN).catch(asSentence)
  await startFeeds({ rpcUrl, chainId }, options).catch(asSentence)
  const { deployBlock, ...contracts } = deployment
  return {
    config: {
      network: { ...network, rpc: rpcUrl },
      rpcUrls: [rpcUrl],
      wsUrl: rpcUrl.replace('http', 'ws'),
      contracts,
      payTokens: localPayTokens(chainId),
      deployBlock,
      blockTimeS: BLOCK_TIME_S,
    },
    story: { chain, contracts: { ...deployment, isNew: false } },
  }
}

/** Fiat comes from feeds on the chain itself; without new rounds they grow old, and it goes. */
async function startFeeds(place: { rpcUrl: string; chainId: number }, { feeds, log, onStarted }: MarketOptions): Promise<void> {
  if (!feeds) return deployFeeds(place)
  const writer = await keepFeeds({ ...place, log })
  onStarted(() => writer.stop())
}

async function openChain(chainId: number, port: number, { dataDir, startsAt, log, onStarted, onLost }: ChainsOptions): Promise<LocalChain> {
  try {
    const place = { chainId, port, dataDir: join(dataDir, `chain-${chainId}`), blockTimeS: BLOCK_TIME_S }
    const chain = await startChain({ ...place, startsAt: chainId === LOCAL_CHAIN_ID ? startsAt : undefined, log, onLost })
    onStarted(() => chain.stop())
    return chain
  } catch (error) {
    return asSentence(error)
  }
}

function readKeys(dataDir: string): MarketKeys {
  try {
    return keepKeys(dataDir)
  } catch (error) {
    return asSentence(error)
  }
}

/** Errors of chain, database and keys say themselves what to do. */
function asSentence(error: unknown): never {
  throw new StartError(error instanceof Error ? error.message : String(error))
}

/** Links of a local market; an operator sets its own in SITE_CONFIG. */
const LOCAL_LINKS = {
  analytics: 'https://dune.com/browse/dashboards?q=nft',
  chat: 'https://matrix.to/#/@operator:localhost',
  contact: 'operator@localhost',
} as const satisfies Partial<SiteContent>

/** The configured part of the site. */
function readSite(dataDir: string): Partial<SiteContent> {
  const path = join(dataDir, FORMER_FILE)
  if (!existsSync(path)) return LOCAL_LINKS
  const { banners, announcements, announcedAt } = JSON.parse(readFileSync(path, 'utf8'))
  return { ...LOCAL_LINKS, banners, announcements: announcements.map((one: object) => ({ createdAt: announcedAt, ...one })) }
}

/** Details go to a file; messages of the database are for the user who started it. */
function openLogger(dataDir: string, log: Log): Logger {
  const path = join(dataDir, 'server.log')
  const isLong = existsSync(path) && statSync(path).size > MOST_LOG_BYTES
  const file = createWriteStream(path, { flags: isLong ? 'w' : 'a', mode: 0o600 })
  // A full disk costs log lines, but never the process.
  file.on('error', () => undefined)
  const logger = createLogger((line) => file.write(line))
  return {
    ...logger,
    info: (event, fields) => {
      if (event === 'database' && typeof fields?.line === 'string') log(fields.line)
      logger.info(event, fields)
    },
    error: (event, fields) => {
      log(`Error: ${event} (details in ${path})`)
      logger.error(event, fields)
    },
  }
}
