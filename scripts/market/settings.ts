import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { LOCAL_NETWORKS, MAX_FEE_BPS } from '@plinth/protocol'
import { ROOT } from '../checks/sources.ts'

export interface Settings {
  host: string
  port: number
  dataDir: string
  /** Of each local chain, by its id. */
  chainPorts: ReadonlyMap<number, number>
  databaseUrl: string | undefined
  /** Whether a new market is filled with the demo items. */
  stories: boolean
  /** Whether the local chains' price feeds get new rounds. */
  feeds: boolean
  /** Whether what one address may ask is bounded, as in production. */
  limits: boolean
  /** What buyers pay on top, in bps, of contracts that this start deploys. */
  buyerFeeBps: bigint
}

const FIRST_CHAIN_PORT = 8545

/** A failure that needs no stack: the sentence says what to do. */
export class StartError extends Error {
  override name = 'StartError'
}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const dataDir = env.DATA_DIR || './data'
  return {
    host: env.HOST || '127.0.0.1',
    port: readPort(env, 'PORT', 3000),
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(ROOT, dataDir),
    chainPorts: readChainPorts(env),
    databaseUrl: env.DATABASE_URL || undefined,
    stories: env.PLINTH_STORIES !== 'off',
    feeds: env.PLINTH_FEEDS !== 'off',
    limits: env.PLINTH_LIMITS !== 'off',
    buyerFeeBps: readFee(env, 'PLINTH_BUYER_FEE_BPS'),
  }
}

/** The local chains use consecutive ports from 8545 on. */
function readChainPorts(env: NodeJS.ProcessEnv): Map<number, number> {
  const ports = LOCAL_NETWORKS.map(
    ({ chainId }, index) => [chainId, readPort(env, `CHAIN_PORT_${chainId}`, FIRST_CHAIN_PORT + index)] as const,
  )
  for (const [chainId, port] of ports) {
    const other = ports.find((each) => each[0] < chainId && each[1] === port)
    if (other) throw new StartError(`CHAIN_PORT_${chainId} and CHAIN_PORT_${other[0]} must differ, and both are ${port}.`)
  }
  return new Map(ports)
}

function readPort(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = env[name]
  if (!text) return otherwise
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new StartError(`${name} must be a number from 1 to 65535, and it is ${JSON.stringify(text)}.`)
}

function readFee(env: NodeJS.ProcessEnv, name: string): bigint {
  const text = env[name] || '0'
  if (/^\d{1,4}$/.test(text) && BigInt(text) <= MAX_FEE_BPS) return BigInt(text)
  throw new StartError(`${name} must be a number from 0 to ${MAX_FEE_BPS}, and it is ${JSON.stringify(text)}.`)
}

/** The database's own user may traverse a folder that we make; its secrets are in private folders. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    if (readdirSync(dataDir).length === 0 && statSync(dataDir).uid === process.getuid?.()) chmodSync(dataDir, 0o711)
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} can't be used (${codeOf(error)}): choose another with DATA_DIR.`)
  }
}

/** Fails before anything long begins. */
export function refuseTakenPort({ host, port }: Pick<Settings, 'host' | 'port'>, setting = { port: 'PORT', host: 'HOST' }): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error) => {
      const why: Record<string, string> = {
        EADDRINUSE: `Port ${port} is taken by another program: end it, or choose a free port with ${setting.port}.`,
        EACCES: `Port ${port} needs more rights than this user has: choose one above 1023 with ${setting.port}.`,
        EADDRNOTAVAIL: `This machine has no address ${host}: choose another with ${setting.host}.`,
      }
      fail(new StartError(why[codeOf(error)] ?? `Port ${port} of ${host} can't be used (${codeOf(error)}).`))
    })
    probe.listen(port, host, () => probe.close(() => done()))
  })
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

/** Removes the files of an interrupted first start, and nothing else: the folder may contain other files. */
export function listMarketData(dataDir: string): string[] {
  const ours = /^(chain-\d+|keys|media|pglite|postgres)$/
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => ours.test(name)) : []
}
