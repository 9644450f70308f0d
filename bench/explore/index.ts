import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { type Context, createContext } from '../../apps/server/src/context.ts'
import { openDatabase } from '../../apps/server/src/db/driver.ts'
import { prepareDatabase } from '../../apps/server/src/prepare-database.ts'
import { configOf } from '../../apps/server/src/server-config.ts'
import { exploreItems, warmItemIndex } from '../../apps/server/src/views/explore/explore.ts'
import type { Asked } from '../../apps/server/src/views/explore/question.ts'
import { benchChain, CHAIN_ID, KEYS } from '../bench-chain.ts'
import { collectionsOf, fillMarket, type Size, wordsOf } from '../market/fill.ts'
import { addressText, COMMON_WORD, chineseWord, collectionBytes, latinWord } from '../market/names.ts'
import { printTable } from '../table.ts'

const ROUNDS = 100
const WARM = 10
const NOW_S = Math.floor(Date.now() / 1_000)
const { values } = parseArgs({ options: { items: { type: 'string', default: '100000,500000' }, data: { type: 'string' } } })

/** A server's context in a market of so many items, in a database of its own; `--data` keeps it for the next run. */
async function inMarket(size: Size, work: (context: Context) => Promise<void>): Promise<void> {
  const dataDir = values.data === undefined ? mkdtempSync(join(tmpdir(), 'plinth-bench-')) : join(values.data, `explore-${size.items}`)
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o711)
  const opened = await openDatabase({ dataDir, log: () => undefined })
  try {
    const config = configOf({ dataDir, chains: [benchChain(['http://127.0.0.1:1'])], publicUrl: 'http://plinth.test' }, 80)
    const context = await createContext({ config, dialect: opened.dialect, keys: KEYS })
    await prepareDatabase(context)
    const known = await context.db.selectFrom('item').select('token_id').limit(1).executeTakeFirst()
    if (!known) {
      await fillMarket(context.db, size, NOW_S)
      const rate = {
        chain_id: CHAIN_ID,
        money: ZERO_ADDRESS,
        since: 0,
        until: null,
        source: 'operator',
        currency: 'USD',
        answer: 2_000n,
      } as const
      await context.db
        .insertInto('rate')
        .values({ ...rate, decimals: 0, round: null })
        .execute()
    }
    await work(context)
  } finally {
    await opened.close()
    if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The same numbers in every run. */
const chance = (n: number, below: number): number => Math.floor(((((n + 1) * 2_654_435_761) % 4_294_967_296) / 4_294_967_296) * below)
const collectionAt = (index: number) => ({ chainId: CHAIN_ID, address: toAddress(addressText(collectionBytes(index))) })

type Row = { readonly name: string; readonly ask: (n: number, size: Size) => Omit<Asked, 'limit'> }

const COUNTED = { withCounts: true } as const
const ROWS: readonly Row[] = [
  { name: 'all, recently listed', ask: () => COUNTED },
  { name: 'on sale, by price', ask: () => ({ ...COUNTED, statuses: ['onSale'], sort: 'priceLow' }) },
  {
    name: 'on sale, a category, a price range',
    ask: (n) => ({
      ...COUNTED,
      statuses: ['onSale'],
      categories: [BigInt(1 + chance(n, 5))],
      minPrice: String(20 + n),
      maxPrice: '150000',
    }),
  },
  {
    name: 'one collection, two values of an attribute',
    ask: (n, size) => ({
      ...COUNTED,
      collections: [collectionAt(chance(n, collectionsOf(size)))],
      attributes: [{ key: 'Series', values: [String(n % 40), String((n + 7) % 40)] }],
    }),
  },
  { name: 'with offers, most liked', ask: () => ({ ...COUNTED, statuses: ['offers'], sort: 'liked' }) },
  { name: 'a page without counts', ask: () => ({ statuses: ['onSale'], sort: 'priceHigh' }) },
  { name: 'words: a name, each another', ask: (n, size) => ({ ...COUNTED, words: latinWord(chance(n, wordsOf(size))) }) },
  { name: 'words: part of a name', ask: (n, size) => ({ ...COUNTED, words: latinWord(chance(n, wordsOf(size))).slice(1, 5) }) },
  { name: 'words: 中文', ask: (n, size) => ({ ...COUNTED, words: chineseWord(5 * chance(n, wordsOf(size) / 5)).slice(0, 2) }) },
  { name: 'words: of every 100th, again and again', ask: () => ({ ...COUNTED, words: COMMON_WORD }) },
]

async function timesOf(work: (round: number) => Promise<unknown>): Promise<{ readonly times: number[]; readonly cpuMs: number }> {
  const times: number[] = []
  let since = process.cpuUsage()
  for (let round = -WARM; round < ROUNDS; round++) {
    if (round === 0) since = process.cpuUsage()
    const begun = performance.now()
    await work(round + WARM)
    if (round >= 0) times.push(performance.now() - begun)
  }
  const { user, system } = process.cpuUsage(since)
  return { times: times.sort((a, b) => a - b), cpuMs: (user + system) / 1_000 / ROUNDS }
}

for (const items of values.items.split(',').map(Number)) {
  const size: Size = {
    items,
    accounts: [120, Math.floor(items / 50)],
    pictures: ['bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
  }
  await inMarket(size, async (context) => {
    const shared = { ...context, caller: undefined }
    console.log(
      `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, ${items} items`,
    )
    const before = process.memoryUsage().rss
    const begun = performance.now()
    // It waits for a second; then the database answers it.
    await exploreItems(shared, { ...COUNTED, limit: 20 })
    const first = Math.round(performance.now() - begun)
    await warmItemIndex(shared)
    const taken = Math.round((process.memoryUsage().rss - before) / 1_048_576)
    console.log(`a question meanwhile: ${first} ms; read whole in ${Math.round(performance.now() - begun)} ms, ${taken} MB more\n`)
    const measured: string[][] = []
    for (const { name, ask } of ROWS) {
      const { times, cpuMs } = await timesOf((n) => exploreItems(shared, { ...ask(n, size), limit: 20 }))
      const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
      measured.push([name, at(0.5), at(0.95), cpuMs.toFixed(1)])
    }
    const touched = await timesOf(async (n) => {
      await sql`update item set width = width where token_id = ${1 + (n % 50)} and collection = ${Buffer.from(collectionBytes(n % 10))}`.execute(
        context.db,
      )
      await exploreItems(shared, { ...COUNTED, limit: 20 })
    })
    measured.push([
      'all, after a change',
      touched.times[50]?.toFixed(1) ?? '',
      touched.times[95]?.toFixed(1) ?? '',
      touched.cpuMs.toFixed(1),
    ])
    printTable(['filter + all counts + page of 20', 'p50 ms', 'p95 ms', 'processor ms of the server'], measured)
  })
}
