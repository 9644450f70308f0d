import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { configOf } from '../../apps/server/src/config/server-config.ts'
import { type Context, createContext } from '../../apps/server/src/context.ts'
import { addressOf } from '../../apps/server/src/db/database.ts'
import { openDatabase } from '../../apps/server/src/db/driver.ts'
import { getChart, getCollectionStatistics, listSparklines, rankCollections } from '../../apps/server/src/modules/statistics/service.ts'
import { prepareDatabase } from '../../apps/server/src/prepare-database.ts'
import { benchChain, CHAIN_ID, KEYS } from '../bench-chain.ts'
import { printTable } from '../table.ts'
import { fillPeriods, fillStatistics } from './fill.ts'

const COLLECTIONS = 50_000
const ROUNDS = 200
const WARM = 20
const NOW_S = Math.floor(Date.now() / 1_000)
const PERIODS = { '1 hour': 1, '24 hours': 24, '7 days': 168, '30 days': 720, 'all time': 0 } as const
const LIMIT = 50

/** A server's context in a market of 50,000 collections, in a database of its own. */
async function inMarket(work: (context: Context) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  chmodSync(dataDir, 0o711)
  const opened = await openDatabase({ dataDir, log: () => undefined })
  try {
    const config = configOf({ dataDir, chains: [benchChain(['http://127.0.0.1:1'])], publicUrl: 'http://plinth.test' }, 80)
    const context = await createContext({ config, dialect: opened.dialect, keys: KEYS })
    await prepareDatabase(context)
    await fillStatistics(context.db, COLLECTIONS, NOW_S)
    await work(context)
  } finally {
    await opened.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function timesOf(work: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = -WARM; round < ROUNDS; round++) {
    const begun = performance.now()
    await work(round + WARM)
    if (round >= 0) times.push(performance.now() - begun)
  }
  return times
}

function rowOf(name: string, times: readonly number[]): string[] {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)
  return [name, at(0.5), at(0.95), at(0.99)]
}

await inMarket(async (context) => {
  console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`)
  const { rows } = await sql<{ hours: number }>`select count(*) as hours from collection_hour`.execute(context.db)
  const batches = await fillPeriods(context.db, NOW_S)
  console.log(`${COLLECTIONS} collections, ${rows[0]?.hours} hours of them with sales\n`)
  const measured: string[][] = [rowOf('periods of 1,000 collections computed', batches)]
  for (const by of ['volume', 'sales', 'worth'] as const)
    for (const [name, hours] of Object.entries(PERIODS)) {
      const times = await timesOf(() => rankCollections(context, { by, hours, limit: LIMIT, chainId: CHAIN_ID }))
      measured.push(rowOf(`ranking by ${by}, ${name}`, times))
    }
  const top = (await rankCollections(context, { by: 'sales', hours: 0, limit: LIMIT, chainId: CHAIN_ID })).list
  if (top.length !== LIMIT || top.some(({ floors }) => floors.length !== 1)) throw new Error('The rankings are not full')
  const collections = top.map(({ collection }) => collection)
  const [first] = await context.db.selectFrom('collection').select('address').where('name', '=', 'Collection 0').execute()
  if (!first?.address) throw new Error('There is no busiest collection')
  const collection = addressOf(first.address)
  measured.push(
    rowOf(
      'sparklines of 50 collections, 30 days',
      await timesOf(() => listSparklines(context, { collections, hours: 720, chainId: CHAIN_ID })),
    ),
    rowOf(
      'chart of the busiest collection, 30 days',
      await timesOf(() => getChart(context, { collection, hours: 720, chainId: CHAIN_ID })),
    ),
    rowOf('figures of the busiest collection', await timesOf(() => getCollectionStatistics(context, { collection, chainId: CHAIN_ID }))),
  )
  printTable(['', 'p50 ms', 'p95 ms', 'p99 ms'], measured)
})
process.exit(0)
