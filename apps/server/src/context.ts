import { AppError, type Language } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Dialect } from 'kysely'
import { type Chains, createChains } from './chain/chains.ts'
import { type Clock, systemClock } from './clock.ts'
import type { ServerConfig } from './config.ts'
import { bytes, connect, type Db } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { type Logger, silentLogger } from './log.ts'
import { seedSite } from './modules/site/seed.ts'
import { createMedia, type Media } from './modules/storage/media.ts'
import { createSigner, type Signer, type SignerKeys } from './signer/signer.ts'

export type Context = {
  readonly config: ServerConfig
  readonly db: Db
  readonly log: Logger
  readonly clock: Clock
  readonly chains: Chains
  readonly signer: Signer
  readonly media: Media
}

export type Caller = { readonly accountId: number; readonly address: Address }

/** A received file, on disk until the answer is sent. */
export type UploadedFile = { readonly path: string; readonly name: string; readonly size: number }

export type RequestContext = Context & {
  /** Whose token came with the request; undefined without a live one. */
  readonly caller: Caller | undefined
  /** The caller. @throws AppError NOT_LOGGED_IN */
  requireCaller(): Caller
  /** The token as sent, for the calls that end or look at it. */
  readonly token: string | undefined
  readonly language: Language
  readonly ip: string
  readonly files: readonly UploadedFile[]
  /** Wire names of the fields that came, empty ones too: an empty one clears where a missing one keeps. */
  readonly sent: ReadonlySet<string>
}

export type RequestFacts = Pick<RequestContext, 'caller' | 'token' | 'language' | 'ip' | 'files' | 'sent'>

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
  readonly keys: SignerKeys
  readonly log?: Logger
  readonly clock?: Clock
}

/** The only place that wires. Tables and rows of its own come with `prepareDatabase`. */
export async function createContext({ config, dialect, keys, log = silentLogger, clock = systemClock }: ContextOptions): Promise<Context> {
  const db = connect(dialect)
  const chains = createChains({
    configs: config.chains,
    defaultChainId: config.defaultChainId,
    clock,
    whoKnows: (collection) => chainsOfCollection(db, collection),
  })
  return { config, db, log, clock, chains, signer: createSigner(keys), media: await createMedia(config.mediaDir, clock) }
}

/** Brings the database to this version and puts in what every market has. */
export async function prepareDatabase(context: Pick<Context, 'db' | 'config' | 'log'>): Promise<void> {
  await migrate(context.db, context.log)
  await seedSite(context)
}

async function chainsOfCollection(db: Db, collection: Address): Promise<number[]> {
  const rows = await db.selectFrom('collection').select('chain_id').distinct().where('address', '=', bytes(collection)).execute()
  return rows.map((row) => row.chain_id)
}
