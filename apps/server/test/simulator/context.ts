import { configOf } from '../../src/config/server-config.ts'
import { type Context, createContext } from '../../src/context.ts'
import { bytes, transact } from '../../src/db/database.ts'
import type { OpenDatabase } from '../../src/db/driver.ts'
import { seedSite } from '../../src/prepare-database.ts'
import type { Clock } from '../../src/process/clock.ts'
import { followCollection } from '../../src/state/chain/follow-collection.ts'
import { blank } from '../../src/state/collections/confirm.ts'
import { writeAuctions } from './auctions.ts'
import { writeBoxes } from './boxes.ts'
import { GENESIS_AT } from './chain.ts'
import { CONTRACTS, DOLLAR, Ledger, type SimCollection } from './ledger.ts'
import { KEYS, MINTER, writeOrders } from './orders.ts'
import { clearTables } from './tables.ts'

export const CHAIN_ID = 4_242
/** Deeper than any reorganisation of the simulator. */
export const WINDOW = 80

export type SimDatabase = Pick<OpenDatabase, 'dialect'>

export class SimClock implements Clock {
  #ms = GENESIS_AT * 1_000
  nowMs = (): number => this.#ms
  now = (): number => Math.floor(this.#ms / 1_000)
  at(seconds: number): void {
    this.#ms = Math.max(this.#ms, seconds * 1_000)
  }
  pass(ms: number): void {
    this.#ms += ms
  }
}

/** An emptied market on this database, with the orders, auctions and boxes of every run. */
export async function openContext(database: SimDatabase, urls: readonly string[], clock: Clock, dataDir: string): Promise<Context> {
  const network = { chainId: CHAIN_ID, name: 'Simulated', symbol: 'SIM', rpc: '', explorer: '', logo: '', isDev: true, opensea: '' }
  const chain = {
    network,
    rpcUrls: urls,
    rpcLimits: { timeoutMs: 5_000, answerBytes: 300_000, parallel: 1 },
    contracts: CONTRACTS,
    payTokens: [{ address: DOLLAR, name: 'Dollar', symbol: 'USD', decimals: 6, isDefault: false }],
    reorgWindow: WINDOW,
    deployBlock: 1,
    blockTimeS: 2,
  }
  const config = configOf({ dataDir, chains: [chain], publicUrl: 'http://plinth.test' }, 80)
  const context = await createContext({ config, dialect: database.dialect, keys: KEYS, clock })
  await clearTables(context.db)
  await seedSite(context)
  for (const collection of new Ledger().collections) if (collection.kind === 'official') await insertCollection(context, collection)
  await writeOrders(context.db, CHAIN_ID, GENESIS_AT)
  await writeAuctions(context.db, CHAIN_ID, GENESIS_AT)
  await writeBoxes(context.db, CHAIN_ID, GENESIS_AT)
  return context
}

/** Imports an external collection, as an operator does. */
export async function register(context: Context, collection: SimCollection): Promise<void> {
  await transact(context.db, async (tx) => {
    await insertCollection({ ...context, db: tx }, collection)
    await followCollection(tx, CHAIN_ID, collection.address, 1)
  })
}

async function insertCollection({ db }: Pick<Context, 'db'>, { address, standard, kind }: SimCollection): Promise<void> {
  await db
    .insertInto('collection')
    .values({
      ...blank,
      chain_id: CHAIN_ID,
      address: bytes(address),
      name: kind,
      symbol: '',
      standard,
      owner: bytes(address),
      signer: bytes(MINTER),
      is_official: kind === 'official',
      is_confirmed: true,
      created_at: GENESIS_AT,
      updated_at: GENESIS_AT,
    })
    .execute()
}
