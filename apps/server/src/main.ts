import { type Context, createContext, prepareDatabase } from './context.ts'
import { openDatabase } from './db/driver.ts'
import { findFreePort } from './free-port.ts'
import { createApp } from './http/app.ts'
import { startIndexers } from './indexer/start.ts'
import { startJobs } from './jobs/start.ts'
import { type Logger, silentLogger } from './log.ts'
import { configOf, type MarketOptions } from './server-config.ts'
import type { SignerKeys } from './signer/signer.ts'

export type ServerOptions = MarketOptions & {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Any PostgreSQL 15 or newer; without it the embedded one, in `dataDir`. */
  readonly databaseUrl?: string | undefined
  readonly keys: SignerKeys
  readonly log?: Logger
}

export type RunningServer = { readonly url: string; readonly context: Context; stop(): Promise<void> }

/** After this a stop no longer waits for open answers. */
const DRAIN_MS = 2_500

/** Opens the database, brings it up to date, follows the chains and serves. `stop` ends all of it within 5 s. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const log = options.log ?? silentLogger
  const port = options.port === 0 ? await findFreePort(options.host) : options.port
  const config = configOf(options, port)
  const opened = await openDatabase({
    databaseUrl: options.databaseUrl,
    dataDir: options.dataDir,
    log: (line) => log.info('database', { line }),
  })
  const closing: (() => Promise<unknown>)[] = [() => opened.close()]
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    const context = await createContext({ config, dialect: opened.dialect, keys: options.keys, log })
    await prepareDatabase(context)
    const app = await createApp(context)
    const indexers = await startIndexers(context)
    closing.push(() => indexers.stop())
    const jobs = startJobs(context)
    closing.push(() => jobs.stop())
    closing.push(async () => {
      const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
      await app.close().finally(() => clearTimeout(cut))
    })
    await app.listen({ host: options.host, port })
    return { url: config.origins[0] ?? '', context, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
