import { type ChildProcess, fork } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configOf } from '../../apps/server/src/config/server-config.ts'
import { createContext } from '../../apps/server/src/context.ts'
import { openDatabase } from '../../apps/server/src/db/driver.ts'
import { findRunningPostgres } from '../../apps/server/src/db/embedded-postgres.ts'
import { clusterOf } from '../../apps/server/src/db/postgres-home.ts'
import { prepareDatabase } from '../../apps/server/src/prepare-database.ts'
import { benchChain, KEYS } from '../bench-chain.ts'
import { fillMarket, type Size } from './fill.ts'

export const PICTURE = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
/** The markets of `bench:api` and `bench:explore`, which share their folders. */
export const sizeOf = (items: number): Size => ({ items, accounts: [120, 10_000], pictures: [PICTURE] })

export type MarketPlace = { readonly dataDir: string; readonly databaseUrl: string; close(): Promise<void> }

/** A market of this size in a PostgreSQL of its own; reuses one that exists already. */
export async function openMarket(dataDir: string, size: Size): Promise<MarketPlace> {
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o711)
  const opened = await openDatabase({ dataDir, log: () => undefined })
  try {
    const config = configOf({ dataDir, chains: [benchChain(['http://127.0.0.1:1'])], publicUrl: 'http://plinth.test' }, 80)
    const context = await createContext({ config, dialect: opened.dialect, keys: KEYS })
    await prepareDatabase(context)
    await fillOnce(join(dataDir, 'filled.json'), size, () => fillMarket(context.db, size, Math.floor(Date.now() / 1_000)))
    const running = findRunningPostgres(join(dataDir, 'postgres'))
    if (!running) throw new Error('The bench needs an embedded PostgreSQL, and none can run here')
    const { user, password, host, port, database } = running
    // As the market of `npm start` asks its database.
    const folder = join(clusterOf(join(dataDir, 'postgres')), '..', 'socket')
    const socket = existsSync(join(folder, `.s.PGSQL.${port}`)) ? `?${new URLSearchParams({ host: folder })}` : ''
    const databaseUrl = `postgres://${user}:${password}@${host}:${port}/${database}${socket}`
    return { dataDir, databaseUrl, close: () => opened.close() }
  } catch (error) {
    await opened.close()
    throw error
  }
}

export async function fillOnce(mark: string, size: Size, fill: () => Promise<void>): Promise<void> {
  const wanted = JSON.stringify(size)
  if (existsSync(mark)) {
    if (readFileSync(mark, 'utf8') !== wanted) throw new Error(`${mark} is of another market: name another folder`)
    return
  }
  await fill()
  writeFileSync(mark, wanted)
}

export type ServerProcess = { readonly url: string; readonly pid: number; stop(): Promise<void> }
export type ServerOrder = {
  readonly dataDir: string
  readonly databaseUrl: string
  readonly rpcUrl: string
  readonly readUrls?: readonly string[]
  readonly webDir?: string
  readonly answerCacheBytes?: number
  /** With it the server is ready when its item index is read. */
  readonly itemIndexBytes?: number
  /** A commit of the market each second, as by a chain's blocks. */
  readonly hasBlocks?: boolean
}

/** Answers that all visitors share, by what became of them. */
export type Outcomes = Readonly<Partial<Record<'kept' | 'shared' | 'computed', number>>>

/** The server as it serves visitors, in a process of its own. */
export async function startServerProcess(order: ServerOrder): Promise<ServerProcess & { outcomes(): Promise<Outcomes> }> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const serve = new URL('./serve.ts', import.meta.url)
  const child = fork(serve, [JSON.stringify(order)], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const outcomes = () =>
    new Promise<Outcomes>((done) => {
      child.once('message', (message: { outcomes: Outcomes }) => done(message.outcomes))
      child.send('outcomes')
    })
  return { ...(await processOf(child)), outcomes }
}

/** Answers all requests with this text, in a process of its own. */
export function startBareRoute(text: string): Promise<ServerProcess> {
  const child = fork(new URL('../api/bare-route.ts', import.meta.url), [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send({ text })
  return processOf(child)
}

/** The plain way, in a process of its own. */
export function startPlainWay(order: { readonly databaseUrl: string; readonly chainIds: readonly number[] }): Promise<ServerProcess> {
  const child = fork(new URL('../api/plain-way.ts', import.meta.url), [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send(order)
  return processOf(child)
}

async function processOf(child: ChildProcess): Promise<ServerProcess> {
  const url = await new Promise<string>((done, fail) => {
    child.once('message', (message: { url: string }) => done(message.url))
    child.once('exit', () => fail(new Error('The server did not start')))
  })
  return { url, pid: child.pid ?? 0, stop: () => endOf(child) }
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done())
    child.disconnect()
  })
}
