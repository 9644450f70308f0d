import { createWriteStream, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deployMarket, keepKeys, type LocalChain, type StoryChain, startChain, tellStories } from '@plinth/devnet'
import { LOCAL_NETWORKS } from '@plinth/protocol'
import type { ChainConfig, SiteContent } from '../apps/server/src/config.ts'
import { lockDirectory } from '../apps/server/src/db/directory-lock.ts'
import { removePostgresHome } from '../apps/server/src/db/postgres-home.ts'
import { createLogger, type Logger } from '../apps/server/src/log.ts'
import { type RunningServer, startServer } from '../apps/server/src/main.ts'
import { codeOf, listMarketData, prepareDataDir, refuseTakenPort, type Settings, StartError } from './settings.ts'
import { buildWeb, WEB_DIR } from './web-build.ts'

type Log = (line: string) => void

export interface MarketOptions extends Settings {
  /** The built app is served unless another server shows it (see dev.ts). */
  web: boolean
  /** Further origins that visitors may come from. */
  origins?: readonly string[]
  log: Log
  /** Aborted when the user wants to stop while the market still starts. */
  signal: AbortSignal
  /** Told of each thing that must end, as soon as it runs. Ended in the opposite order. */
  onStarted(stop: () => Promise<void> | void): void
}

const FAREWELL_FILE = 'demo.json'
const BEGUN_FILE = 'first-start'
const BLOCK_TIME_S = 2
const MOST_LOG_BYTES = 20_000_000

/** Everything behind `npm start`: web app, chains, contracts, database, server and, in a new folder, the demo people's stories. */
export async function startMarket(options: MarketOptions): Promise<RunningServer> {
  const { dataDir, log, signal } = options
  prepareDataDir(dataDir)
  options.onStarted(lockData(dataDir))
  await refuseTakenPort(options)
  if (options.web) await buildWeb(log, signal)
  signal.throwIfAborted()
  clearInterruptedStart(options)
  const isNew = listMarketData(dataDir).length === 0
  if (isNew) writeFileSync(join(dataDir, BEGUN_FILE), '')
  const keys = keepKeys(dataDir)
  const chains = await startChains(options, keys)
  signal.throwIfAborted()
  log('Starting the database and the server…')
  const logger = openLogger(dataDir, log)
  const serve = async (site: Partial<SiteContent>) => {
    const server = await startServer({
      host: options.host,
      port: options.port,
      dataDir,
      databaseUrl: options.databaseUrl,
      chains: chains.map(({ config }) => config),
      keys,
      site,
      origins: options.origins ?? [],
      webDir: options.web ? WEB_DIR : undefined,
      log: logger,
    })
    options.onStarted(() => server.stop())
    return server
  }
  let server = await serve(readSite(dataDir))
  if (isNew && options.stories) {
    signal.throwIfAborted()
    const end = await tellStories({ apiUrl: server.url, chains: chains.map(({ story }) => story), log })
    writeFileSync(join(dataDir, FAREWELL_FILE), JSON.stringify({ ...end, announcedAt: Math.floor(Date.now() / 1000) }))
    // the operator's banners are configuration, which a server reads when it starts
    await server.stop()
    server = await serve(readSite(dataDir))
  }
  rmSync(join(dataDir, BEGUN_FILE), { force: true })
  return server
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

/** A first start that was cut short has half of its stories: nobody has seen it ready, so it begins again. */
function clearInterruptedStart({ dataDir, databaseUrl, log }: MarketOptions): void {
  if (!existsSync(join(dataDir, BEGUN_FILE))) return
  if (databaseUrl)
    throw new StartError(`The first start was interrupted: empty the database of DATABASE_URL, delete ${dataDir} and start again.`)
  log('The first start was interrupted: beginning again')
  removePostgresHome(join(dataDir, 'postgres'))
  for (const name of listMarketData(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true })
}

async function startChains(options: MarketOptions, keys: ReturnType<typeof keepKeys>) {
  const started: { config: ChainConfig; story: StoryChain }[] = []
  for (const network of LOCAL_NETWORKS) {
    const port = options.chainPorts.get(network.chainId)
    if (port === undefined) continue
    options.log(`Starting ${network.name} (chain id ${network.chainId}) on port ${port}…`)
    const chain = await openChain(network.chainId, port, options)
    const { isNew: _, ...deployment } = await deployMarket({ rpcUrl: chain.rpcUrl, chainId: network.chainId, keys }).catch(asSentence)
    const { deployBlock, ...contracts } = deployment
    started.push({
      config: { network: { ...network, rpc: chain.rpcUrl }, rpcUrl: chain.rpcUrl, contracts, deployBlock, blockTimeS: BLOCK_TIME_S },
      story: { chain, contracts: { ...deployment, isNew: false } },
    })
  }
  return started
}

async function openChain(chainId: number, port: number, { dataDir, log, onStarted }: MarketOptions): Promise<LocalChain> {
  try {
    const chain = await startChain({ chainId, port, dataDir: join(dataDir, `chain-${chainId}`), blockTimeS: BLOCK_TIME_S, log })
    onStarted(() => chain.stop())
    return chain
  } catch (error) {
    return asSentence(error)
  }
}

/** The chain's own failures already say what to do. */
function asSentence(error: unknown): never {
  throw new StartError(error instanceof Error ? error.message : String(error))
}

/** What the stories left for the operator to hang up. */
function readSite(dataDir: string): Partial<SiteContent> {
  const path = join(dataDir, FAREWELL_FILE)
  if (!existsSync(path)) return {}
  const { banners, announcements, announcedAt } = JSON.parse(readFileSync(path, 'utf8'))
  return { banners, announcements: announcements.map((one: object) => ({ createdAt: announcedAt, ...one })) }
}

/** Details go to a file; what the database has to say is for whoever started it. */
function openLogger(dataDir: string, log: Log): Logger {
  const path = join(dataDir, 'server.log')
  const isLong = existsSync(path) && statSync(path).size > MOST_LOG_BYTES
  const file = createWriteStream(path, { flags: isLong ? 'w' : 'a', mode: 0o600 })
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
