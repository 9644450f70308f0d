import { type ChildProcess, fork, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../apps/server/src/db/driver.ts'
import { findRunningPostgres } from '../../apps/server/src/db/embedded-postgres.ts'
import { type Meter, meterOf } from '../api/processor-time.ts'
import { COLLECTION } from '../bench-chain.ts'
import { printTable } from '../table.ts'
import { CHAIN_ID, ITEMS, PER_BLOCK } from './chain.ts'
import type { Deed, Done } from './node.ts'
import type { PlinthOrder } from './plinth.ts'

const HISTORY = 1_000
/** Blocks that are mined a second apart, of each kind. */
const LIVE = 30
const REPLACED = 32
const CHECKED = 500
const BLOCK_MS = 1_000
/** Between two looks at an answer. */
const LOOK_MS = 5
const HISTORY_LOOK_MS = 100
const LOOKS_PER_BLOCK = 50
const PATIENCE_MS = 300_000
const PONDER = new URL('./ponder/', import.meta.url)
/** Its packages, for the next run too. */
const PONDER_HOME = join(fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url)), 'bench-ponder')

type Indexer = { readonly url: string; readonly pid: number; ownerOf(item: number): Promise<string | undefined>; stop(): Promise<void> }
type Start = { readonly rpcUrl: string; readonly databaseUrl: string; readonly dataDir: string }
type Way = { readonly name: string; start(place: Start): Promise<Indexer> }
type Figures = readonly string[]

class Node {
  readonly url: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, url: string) {
    this.#child = child
    this.url = url
  }

  static async start(): Promise<Node> {
    const child = fork(new URL('./node.ts', import.meta.url), [String(HISTORY)])
    return new Node(child, await urlOf(child))
  }

  do(deed: Deed): Promise<Done> {
    return new Promise((done) => {
      this.#child.once('message', (message: Done) => done(message))
      this.#child.send(deed)
    })
  }

  stop(): void {
    this.#child.disconnect()
  }
}

function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    child.once('message', (message: { url: string }) => done(message.url))
    child.once('exit', (code, signal) => fail(new Error(`It ended with ${code ?? signal}`)))
  })
}

function ending(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.once('exit', () => done())
    end()
  })
}

const plinth = (name: string, order: Pick<PlinthOrder, 'trustsRanges' | 'hasSocket'>): Way => ({
  name,
  start: async (place) => {
    const env = { ...process.env, NODE_ENV: 'production' }
    const plan: PlinthOrder = { ...place, ...order }
    const serve = new URL('./plinth.ts', import.meta.url)
    const child = fork(serve, [JSON.stringify(plan)], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const url = await urlOf(child)
    return {
      url,
      pid: child.pid ?? 0,
      ownerOf: async (item) => {
        const response = await fetch(`${url}/v1/items/${CHAIN_ID}/${COLLECTION}/${item}`)
        if (!response.ok) return undefined
        return ((await response.json()) as { items: { owner?: string }[] }).items[0]?.owner
      },
      stop: () => ending(child, () => child.disconnect()),
    }
  },
})

/** Ponder with tokens, accounts and transfers, on a PostgreSQL as ours. */
const ponder = (name: string, { hasSocket }: Pick<PlinthOrder, 'hasSocket'>): Way => ({
  name,
  start: async ({ rpcUrl, databaseUrl }) => {
    const port = 20_000 + (process.pid % 20_000)
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      PONDER_TELEMETRY_DISABLED: 'true',
      DATABASE_URL: databaseUrl,
      BENCH_RPC: rpcUrl,
      BENCH_COLLECTION: COLLECTION,
      BENCH_SOCKET: hasSocket ? rpcUrl.replace('http', 'ws') : '',
    }
    const program = join(PONDER_HOME, 'node_modules/ponder/dist/esm/bin/ponder.js')
    const args = [program, 'start', '--schema', 'bench', '--port', String(port), '--hostname', '127.0.0.1', '--log-level', 'error']
    const child = spawn(process.execPath, args, { cwd: PONDER_HOME, env, stdio: ['ignore', 'inherit', 'inherit'] })
    const url = `http://127.0.0.1:${port}`
    return {
      url,
      pid: child.pid ?? 0,
      ownerOf: async (item) => {
        if (child.exitCode !== null) throw new Error(`Ponder ended with ${child.exitCode}`)
        const response = await fetch(`${url}/owner/${item}`).catch(() => undefined)
        if (!response?.ok) return undefined
        return ((await response.json()) as { owner?: string }).owner
      },
      stop: () => ending(child, () => child.kill()),
    }
  },
})

async function installPonder(): Promise<void> {
  mkdirSync(PONDER_HOME, { recursive: true })
  const isNew = !existsSync(join(PONDER_HOME, 'node_modules', 'ponder'))
  cpSync(PONDER, PONDER_HOME, { recursive: true })
  if (!isNew) return
  console.log('Installing Ponder, to compare with…')
  const npm = spawn('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error'], { cwd: PONDER_HOME, stdio: 'inherit' })
  const code = await new Promise((done) => npm.once('exit', done))
  if (code !== 0) throw new Error('Ponder could not be installed')
}

/** Milliseconds from the block to the answer with it. */
async function lagOf(indexer: Indexer, { item, owner, atMs = 0 }: Done): Promise<number> {
  if (item === undefined) throw new Error('Nothing moved')
  for (;;) {
    const found = await indexer.ownerOf(item)
    const lag = Date.now() - atMs
    if (found === owner) return lag
    if (lag > PATIENCE_MS) throw new Error(`Item ${item} is held by ${found}, not by ${owner}`)
    await sleep(LOOK_MS)
  }
}

async function checkOwners(node: Node, indexer: Indexer): Promise<void> {
  const items = Array.from({ length: CHECKED }, (_, index) => ((index * 6_997) % ITEMS) + 1)
  const { owners = [] } = await node.do({ act: 'owners', items })
  for (const [index, item] of items.entries()) {
    const found = await indexer.ownerOf(item)
    if (found !== owners[index]) throw new Error(`Item ${item} is held by ${found}, not by ${owners[index]}`)
  }
}

const seconds = (meter: Meter | undefined) => {
  const { server = 0, database = 0 } = meter?.read() ?? {}
  return (server + database) / 1_000
}
const callsOf = ({ calls = {} }: Done) => Object.values(calls).reduce((sum, count) => sum + count, 0)
const percentile = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN

async function inDatabase<T>(work: (place: Omit<Start, 'rpcUrl'>) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  chmodSync(dataDir, 0o711)
  const opened = await openDatabase({ dataDir, log: () => undefined })
  try {
    const running = findRunningPostgres(join(dataDir, 'postgres'))
    if (!running) throw new Error('The bench needs an embedded PostgreSQL, and none can run here')
    const { user, password, host, port, database } = running
    return await work({ dataDir, databaseUrl: `postgres://${user}:${password}@${host}:${port}/${database}` })
  } finally {
    await opened.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Mines a block a second. Returns the lags, where items moved, and the calls a block. */
async function live(node: Node, indexer: Indexer, transfers: number) {
  await sleep(3 * BLOCK_MS)
  await node.do({ act: 'count' })
  const lags: number[] = []
  for (let block = 0; block < LIVE; block++) {
    const next = performance.now() + BLOCK_MS
    const mined = await node.do({ act: 'mine', transfers })
    if (transfers > 0) lags.push(await lagOf(indexer, mined))
    await sleep(Math.max(0, next - performance.now()))
  }
  const calls = callsOf(await node.do({ act: 'count' })) / LIVE
  return { lags: lags.toSorted((a, b) => a - b), calls }
}

async function measure({ name, start }: Way): Promise<Figures> {
  const node = await Node.start()
  try {
    return await inDatabase(async (place) => {
      const begun = performance.now()
      const indexer = await start({ ...place, rpcUrl: node.url })
      try {
        const meter = meterOf([indexer.pid], place.dataDir)
        await settle(node, indexer)
        const took = (performance.now() - begun) / 1_000
        const spent = seconds(meter)
        const history = await node.do({ act: 'count' })
        const moving = await live(node, indexer, PER_BLOCK)
        const resting = await live(node, indexer, 0)
        const back = await lagOf(indexer, await node.do({ act: 'replace', blocks: REPLACED }))
        await checkOwners(node, indexer)
        return [
          name,
          took.toFixed(1),
          spent.toFixed(1),
          (callsOf(history) / HISTORY).toFixed(2),
          `${((history.bytes ?? 0) / 1e6).toFixed(0)} MB`,
          moving.calls.toFixed(2),
          resting.calls.toFixed(2),
          `${percentile(moving.lags, 0.5)} / ${percentile(moving.lags, 0.95)}`,
          String(back),
          `${(residentOf(indexer.pid) / 1e6).toFixed(0)} MB`,
        ]
      } finally {
        await indexer.stop()
      }
    })
  } finally {
    node.stop()
  }
}

/** Waits until the owners of many items are those of the chain, which grows meanwhile: a subscriber may wait for its next head. */
async function settle(node: Node, indexer: Indexer): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (let looks = 1; ; looks++) {
    if (looks % LOOKS_PER_BLOCK === 0) await node.do({ act: 'mine', transfers: 0 })
    const agree = await checkOwners(node, indexer).then(
      () => true,
      () => false,
    )
    if (agree) return
    if (performance.now() > until) throw new Error('The history is not indexed in time')
    await sleep(HISTORY_LOOK_MS)
  }
}

function residentOf(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) * 1_024
}

const WAYS: readonly Way[] = [
  plinth('Plinth, subscribed', { trustsRanges: false, hasSocket: true }),
  plinth('Plinth, polling', { trustsRanges: false, hasSocket: false }),
  plinth('Plinth, `trustsRanges`, subscribed', { trustsRanges: true, hasSocket: true }),
  ponder('Ponder, subscribed', { hasSocket: true }),
  ponder('Ponder, polling', { hasSocket: false }),
]

await installPonder()
console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`)
console.log(`${HISTORY} blocks of ${PER_BLOCK} transfers, ${LIVE} of each kind a second apart, ${REPLACED} replaced\n`)
const only = process.argv[2]
const rows: Figures[] = []
for (const way of WAYS) if (!only || way.name.includes(only)) rows.push(await measure(way))
printTable(['', 's', 'processor s', 'calls a block', 'read', 'live: calls', 'empty', 'visible ms p50 / p95', 'replaced ms', 'memory'], rows)
