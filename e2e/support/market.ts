import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@plinth/api'
import { findFreePort } from '@plinth/devnet'
import { LOCAL_CHAIN_ID, LOCAL_NETWORKS } from '@plinth/protocol'
import { createPublicClient, defineChain, http } from 'viem'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const READY = /^Plinth is ready at (http:\/\/localhost:\d+)$/m
/** Less than a test may take: its failure has to say how far the start came. */
const START_LIMIT_MS = 400_000
const PORT_ATTEMPTS = 3
const PORT_TAKEN = /EADDRINUSE|^Port \d+ is taken by another /m
const FAILURE_LIMIT_MS = 30_000

/** A running market, started by this or another process. */
export interface Place {
  url: string
  /** Of the default chain, as `chain` is. */
  rpcUrl: string
  /** Of each local chain, by its id. */
  rpcUrls: Readonly<Record<number, string>>
  dataDir: string
  api: Client
  chain: ReturnType<typeof chainClient>
}

export interface Market extends Place {
  /** Of the process that was started. */
  pid: number
  /** What the start printed so far. */
  output(): string
  /** Ends it as Ctrl-C does; resolves with the exit code and how long it took. */
  stop(): Promise<{ code: number | null; tookMs: number }>
}

/** `chainPort` is the default chain's. */
export type StartSettings = {
  /** Of another checkout. */ root?: string
  stories?: boolean
  dataDir?: string
  port?: number
  chainPort?: number
  env?: NodeJS.ProcessEnv
}

/** `npm start` on free ports and in a folder of its own. `stories: false` starts with an empty gallery. */
export async function startMarket(settings: StartSettings = {}): Promise<Market> {
  const { dataDir = mkdtempSync(join(tmpdir(), 'plinth-e2e-')) } = settings
  const isOnChosen = settings.port === undefined && settings.chainPort === undefined
  for (let attemptsLeft = isOnChosen ? PORT_ATTEMPTS : 1; ; attemptsLeft--) {
    try {
      return await startOnce({ ...settings, dataDir })
    } catch (error) {
      // Another suite took a port between our check and the market's.
      if (attemptsLeft <= 1 || !PORT_TAKEN.test(String(error))) throw error
    }
  }
}

async function startOnce(settings: StartSettings & { dataDir: string }): Promise<Market> {
  const { dataDir } = settings
  const { child, exited, output, rpcUrls } = await runStart(settings)
  const url = await waitUntilReady(child, exited, output, dataDir)
  return {
    ...placeAt({ url, rpcUrls, dataDir }),
    pid: child.pid ?? 0,
    output,
    stop: async () => {
      const started = performance.now()
      child.kill('SIGINT')
      const code = await exited
      return { code, tookMs: performance.now() - started }
    },
  }
}

/** A start that must fail: its exit code and all output. */
export async function failToStart(settings: StartSettings & { dataDir: string }): Promise<{ code: number | null; output: string }> {
  const { child, exited, output } = await runStart(settings)
  const limit = setTimeout(() => child.kill('SIGKILL'), FAILURE_LIMIT_MS)
  const code = await exited
  clearTimeout(limit)
  return { code, output: output() }
}

function placeAt({ url, rpcUrls, dataDir }: Pick<Place, 'url' | 'rpcUrls' | 'dataDir'>): Place {
  const rpcUrl = rpcUrls[LOCAL_CHAIN_ID] ?? ''
  return { url, rpcUrl, rpcUrls, dataDir, api: createClient({ baseUrl: url }), chain: chainClient(rpcUrl) }
}

async function runStart({ root = ROOT, stories = true, dataDir, port, chainPort, env }: StartSettings & { dataDir: string }) {
  let printed = ''
  const chainPorts = await chooseChainPorts(chainPort)
  const child = spawn(process.execPath, [join(root, 'scripts/commands/start.ts')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port ?? (await freePort())),
      DATA_DIR: dataDir,
      ...Object.fromEntries(chainPorts.map(([chainId, its]) => [`CHAIN_PORT_${chainId}`, String(its)])),
      PLINTH_STORIES: stories ? 'on' : 'off',
      // Several visitors and the test itself come from one address, and press faster than people.
      PLINTH_LIMITS: 'off',
      // Stories compare sums, and a fee is a part of them.
      PLINTH_BUYER_FEE_BPS: '250',
      NODE_ENV: 'production',
      VITEST: '',
      ...env,
    },
  })
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const rpcUrls = Object.fromEntries(chainPorts.map(([chainId, its]) => [chainId, `http://127.0.0.1:${its}`]))
  return { child, exited, output: () => printed, rpcUrls }
}

async function chooseChainPorts(chainPort: number | undefined): Promise<(readonly [number, number])[]> {
  const chosen: (readonly [number, number])[] = []
  for (const { chainId } of LOCAL_NETWORKS) chosen.push([chainId, chainId === LOCAL_CHAIN_ID && chainPort ? chainPort : await freePort()])
  return chosen
}

/** Removes the folder of a market that is not needed any more. */
export function removeData(market: Pick<Market, 'dataDir'>): void {
  rmSync(market.dataDir, { recursive: true, force: true })
}

async function waitUntilReady(
  child: ChildProcess,
  exited: Promise<number | null>,
  printed: () => string,
  dataDir: string,
): Promise<string> {
  const deadline = performance.now() + START_LIMIT_MS
  let code: number | null | undefined
  void exited.then((value) => (code = value))
  while (performance.now() < deadline) {
    const url = READY.exec(printed())?.[1]
    if (url) return url
    if (code !== undefined) throw new Error(`The market ended with ${code} before it was ready:\n${printed()}`)
    await sleep(100)
  }
  child.kill('SIGKILL')
  throw new Error(`The market was not ready within ${START_LIMIT_MS / 1000} s:\n${printed()}${lastLines(join(dataDir, 'server.log'))}`)
}

function lastLines(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(-40).join('\n') : ''
}

function chainClient(rpcUrl: string) {
  const chain = defineChain({
    id: LOCAL_CHAIN_ID,
    name: 'Local Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 100, cacheTime: 0 })
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = await findFreePort()
    if (given.has(port)) continue
    given.add(port)
    return port
  }
}

/** A port is free until a process listens on it, which takes a start some seconds: reserves it until then. */
const given = new Set<number>()
