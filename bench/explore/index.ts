import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { sql } from 'kysely'
import { configOf } from '../../apps/server/src/config/server-config.ts'
import { type Context, createContext } from '../../apps/server/src/context.ts'
import type { Db } from '../../apps/server/src/db/database.ts'
import { openPool } from '../../apps/server/src/db/driver.ts'
import { exploreItems, warmItemIndex } from '../../apps/server/src/read/explore/explore.ts'
import type { Asked } from '../../apps/server/src/read/explore/question.ts'
import { startFakeNode } from '../../apps/server/test/chain/fake-node.ts'
import type { Ask } from '../api/cases.ts'
import { measure, send } from '../api/load.ts'
import { encode, type Sent } from '../api/statements.ts'
import { benchChain, CHAIN_ID, KEYS } from '../bench-chain.ts'
import { collectionsOf, type Size, wordsOf } from '../market/fill.ts'
import { addressText, COMMON_WORD, chineseWord, collectionBytes, latinWord } from '../market/names.ts'
import { type MarketPlace, openMarket, sizeOf, startServerProcess } from '../market/place.ts'
import { printTable } from '../table.ts'
import { CART_GOAL_MS, cartQuestions, fillSlots } from './carts.ts'

const NOW_S = Math.floor(Date.now() / 1_000)
const { values } = parseArgs({
  options: { items: { type: 'string', default: '100000,500000' }, data: { type: 'string' }, rounds: { type: 'string', default: '100' } },
})
const ROUNDS = Number(values.rounds)

/** Room for what filters know of every item, whatever the size. */
const INDEX_BYTES = 4 * 1_073_741_824
/** Other visitors' reads, and how often somebody presses a filter meanwhile. */
const READS = 1_500
const PRESS_MS = 250

/** A server's context in a market of so many items, in a database of its own; `--data` keeps it for the next run, and for `bench:api`. */
async function inMarket(size: Size, work: (context: Context, place: MarketPlace) => Promise<void>): Promise<void> {
  const folder = values.data ?? mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  const place = await openMarket(join(folder, String(size.items)), size)
  const opened = openPool({ connectionString: place.databaseUrl }, 'embedded', () => undefined)
  try {
    const { dataDir } = place
    const options = { dataDir, chains: [benchChain(['http://127.0.0.1:1'])], publicUrl: 'http://plinth.test', itemIndexBytes: INDEX_BYTES }
    const context = await createContext({
      config: configOf(options, 80),
      dialect: opened.dialect,
      connection: opened.connection,
      keys: KEYS,
    })
    await rateCoin(context.db)
    await fillSlots(context.db)
    await work(context, place)
    context.stopping.abort()
  } finally {
    await opened.close()
    await place.close()
    if (values.data === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** What a coin is worth: prices compare by it. */
async function rateCoin(db: Db): Promise<void> {
  const known = await db.selectFrom('rate').select('answer').limit(1).executeTakeFirst()
  if (known) return
  const rate = {
    chain_id: CHAIN_ID,
    money: ZERO_ADDRESS,
    since: 0,
    until: null,
    source: 'operator',
    currency: 'USD',
    answer: 2_000n,
  } as const
  await db
    .insertInto('rate')
    .values({ ...rate, decimals: 0, round: null })
    .execute()
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

/** Each question once before: code is compiled, and plans are kept. */
async function timesOf(work: (round: number) => Promise<unknown>): Promise<{ readonly times: number[]; readonly cpuMs: number }> {
  for (let round = 0; round < ROUNDS; round++) await work(round)
  const times: number[] = []
  const since = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    await work(round)
    times.push(performance.now() - begun)
  }
  const { user, system } = process.cpuUsage(since)
  return { times: times.sort((a, b) => a - b), cpuMs: (user + system) / 1_000 / ROUNDS }
}

/** Reads of others by a server of its own: alone, and while somebody presses another filter four times a second. */
async function readsMeanwhile(size: Size, { dataDir, databaseUrl }: MarketPlace): Promise<void> {
  const node = await startFakeNode(CHAIN_ID, NOW_S)
  const server = await startServerProcess({ dataDir, databaseUrl, rpcUrl: node.url, answerCacheBytes: 0, itemIndexBytes: INDEX_BYTES })
  try {
    const read: Ask = (_, v1) => v1.items({ limit: 20 })
    const reads = await Promise.all(Array.from({ length: READS }, () => encode(read, undefined)))
    const pressOf = (n: number) => encode((client) => client.explore.items({ ...(ROWS[2] as Row).ask(n, size), limit: 20 }), undefined)
    const presses = await Promise.all(Array.from({ length: ROUNDS }, (_, n) => pressOf(n)))
    await measure(reads, (one) => send(server.url, one))
    const measured: string[][] = []
    for (const isPressed of [false, true, false, true]) {
      let pressed = 0
      const press = async (): Promise<void> => {
        // A connection that idled for long may be closed by then.
        await send(server.url, presses[pressed % ROUNDS] as Sent).catch(() => undefined)
        pressed++
      }
      const timer = setInterval(() => isPressed && void press(), PRESS_MS)
      const { p50, p95, perSecond } = await measure(reads, (one) => send(server.url, one))
      clearInterval(timer)
      measured.push([isPressed ? `beside ${pressed} filters` : 'alone', p50.toFixed(2), p95.toFixed(2), perSecond.toFixed(0)])
    }
    printTable([`${READS} reads of others`, 'p50 ms', 'p95 ms', 'reads/s'], measured)
  } finally {
    await server.stop()
    await node.close()
  }
}

for (const items of values.items.split(',').map(Number)) {
  const size = sizeOf(items)
  await inMarket(size, async (context, place) => {
    const shared = { ...context, caller: undefined }
    console.log(
      `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, ${items} items`,
    )
    const before = process.memoryUsage().rss
    const begun = performance.now()
    const stalls = monitorEventLoopDelay({ resolution: 1 })
    stalls.enable()
    await warmItemIndex(shared)
    stalls.disable()
    const taken = Math.round((process.memoryUsage().rss - before) / 1_048_576)
    console.log(
      `read whole in ${Math.round(performance.now() - begun)} ms, ${taken} MB more, the longest stall ${Math.round(stalls.max / 1e6)} ms\n`,
    )
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
      (touched.times[Math.floor(ROUNDS * 0.5)] ?? Number.NaN).toFixed(1),
      (touched.times[Math.floor(ROUNDS * 0.95)] ?? Number.NaN).toFixed(1),
      touched.cpuMs.toFixed(1),
    ])
    printTable(['filter + all counts + page of 20', 'p50 ms', 'p95 ms', 'processor ms of the server'], measured)
    const carts: string[][] = []
    for (const { name, ask } of await cartQuestions(shared)) {
      const { times, cpuMs } = await timesOf(ask)
      const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
      carts.push([name, at(0.5), at(0.95), cpuMs.toFixed(1)])
    }
    printTable([`carts, goal ${CART_GOAL_MS} ms`, 'p50 ms', 'p95 ms', 'processor ms of the server'], carts)
    await readsMeanwhile(size, place)
  })
}
