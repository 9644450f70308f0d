import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { connect as connectDb } from '../../apps/server/src/db/database.ts'
import { openPool } from '../../apps/server/src/db/driver.ts'
import { newToken, tokenHash } from '../../apps/server/src/secrets/session-tokens.ts'
import { startFakeNode } from '../../apps/server/test/chain/fake-node.ts'
import { CHAIN_ID } from '../bench-chain.ts'
import { type Size, TOLD_PERSON } from '../market/fill.ts'
import { personBytes } from '../market/names.ts'
import { openMarket, PICTURE, type ServerProcess, sizeOf, startBareRoute, startPlainWay, startServerProcess } from '../market/place.ts'
import { fillTrades } from '../market/trades.ts'
import { printTable } from '../table.ts'
import { besidePlain, firstToLater, HEADINGS, type Measured } from './beside-plain.ts'
import { CASES, type Case, FIRST_READING, LATER_READINGS } from './cases.ts'
import { ask, type Figures, measure, send } from './load.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { compareItems, compareLists } from './plain-check.ts'
import { type Meter, meterOf, type Spent } from './processor-time.ts'
import { encode, openRecorder, type Sent, type Statement } from './statements.ts'

/** Response times of the market at several sizes, beside the same queries on the database alone. */
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '50000,500000' },
    requests: { type: 'string', default: '200' },
    'warm-up': { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
  },
})
const SIZES = values.items.split(',').map(Number)
const REQUESTS = Number(values.requests)
/** Warm-up: code is compiled, pages of the database are cached. What is compared over hundreds of requests needs as many. */
const WARM_UP = Number(values['warm-up'])
/** A kept answer is sent so often for each request of another row: it takes a tenth of a millisecond. */
const REPEATS = 50
/** Cards and items that the plain way must answer as the server does. */
const COMPARED = 100
/** Room for what filters know of every item, whatever the size. */
const INDEX_BYTES = 4 * 1_073_741_824

type Result = {
  readonly api: Figures
  /** Undefined where there is nothing to compare with. */
  readonly bare: Figures | undefined
  readonly statements: number
  /** Of one request. */
  readonly spent: Spent | undefined
  /** Undefined where it does not answer. */
  readonly plain: Measured | undefined
}
type Stand = { check(): Promise<void>; measureCase(one: Case): Promise<Result>; close(): Promise<void> }

/** A market of one size with a server on it. */
async function openStand(size: Size, rpcUrl: string): Promise<Stand> {
  const place = await openMarket(join(folder, String(size.items)), size)
  const { dataDir, databaseUrl } = place
  await fillTradesOf(databaseUrl)
  const token = await signIn(databaseUrl)
  const server = await startServerProcess({ dataDir, databaseUrl, rpcUrl, answerCacheBytes: 0, itemIndexBytes: INDEX_BYTES })
  const keeping = await startServerProcess({ dataDir, databaseUrl, rpcUrl, itemIndexBytes: 0 })
  const plain = await startPlainWay({ databaseUrl, chainIds: [CHAIN_ID] })
  const front = await startNginx(plain.url)
  const meter = meterOf([server.pid], dataDir)
  const plainMeter = meterOf([plain.pid], dataDir)
  const recorder = await openRecorder(dataDir, databaseUrl, rpcUrl)
  const clients = await Promise.all([connect(databaseUrl), connect(databaseUrl)])
  const measureRepeated = async ({ ask: askOf, hasPlain = false }: Case): Promise<Result> => {
    const one = await encode(askOf(0, size), undefined)
    const many = Array.from({ length: REQUESTS * REPEATS }, () => one)
    const bareRoute = await startBareRoute(await recorder.textOf(one))
    const measured = async (at: Pick<ServerProcess, 'url' | 'pid'>, ...behind: number[]): Promise<Measured> => {
      await measure(many.slice(0, Math.min(WARM_UP, REQUESTS) * REPEATS), (each) => send(at.url, each))
      const itsMeter = meterOf([at.pid, ...behind], dataDir)
      const before = itsMeter?.read()
      return { figures: await measure(many, (each) => send(at.url, each)), spent: spentSince(itsMeter, before, many.length) }
    }
    const [kept, bare] = [await measured(keeping), await measured(bareRoute)]
    const behindNginx = hasPlain && front ? await measured(front, plain.pid) : undefined
    await bareRoute.stop()
    if (bare.spent) console.error(`a bare route with the same bytes: ${bare.spent.server.toFixed(3)} ms of processor time`)
    return { api: kept.figures, bare: bare.figures, statements: 0, spent: kept.spent, plain: behindNginx }
  }
  const measurePlain = async (warm: readonly Sent[], counted: readonly Sent[]): Promise<Measured> => {
    await measure(warm, (one) => send(plain.url, one))
    const before = plainMeter?.read()
    const figures = await measure(counted, (one) => send(plain.url, one))
    return { figures, spent: spentSince(plainMeter, before, counted.length) }
  }
  return {
    check: () => checkPlain({ server: server.url, plain: plain.url }, size),
    measureCase: async (one) => {
      if (one.isRepeated) return measureRepeated(one)
      const { ask: askOf, isSignedIn = false, isIndexed = false, isChanged = false, hasPlain = false } = one
      // Recorded requests would read what was changed first.
      const hasBare = !isIndexed && !isChanged
      const by = isSignedIn ? token : undefined
      const sent = await Promise.all(Array.from({ length: REQUESTS + WARM_UP }, (_, n) => encode(askOf(n, size), by)))
      const [warm, counted] = [sent.slice(0, WARM_UP), sent.slice(WARM_UP)]
      const recorded: Statement[][] = []
      for (const one of hasBare ? counted : []) recorded.push(await recorder.record(one))
      await measure(isIndexed ? [...warm, ...counted] : warm, (one) => send(server.url, one))
      if (isChanged) await change(clients[0] as pg.Client, counted)
      const before = meter?.read()
      const api = await measure(counted, (one) => send(server.url, one))
      const spent = spentSince(meter, before, counted.length)
      const its = hasPlain ? await measurePlain(warm, counted) : undefined
      if (!hasBare) return { api, bare: undefined, statements: 0, spent, plain: its }
      const bare = await measure(recorded, (one, visitor) => ask(clients[visitor] as pg.Client, one))
      return { api, bare, statements: recorded.at(-1)?.length ?? 0, spent, plain: its }
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.end()))
      await recorder.close()
      await front?.stop()
      await plain.stop()
      await server.stop()
      await keeping.stop()
      await place.close()
    },
  }
}

/** @throws Error unless the plain way answers what the server does: a page of cards, and items */
async function checkPlain(urls: { readonly server: string; readonly plain: string }, size: Size): Promise<void> {
  await compareLists(urls, await encode((_, v1) => v1.items({ limit: COMPARED }), undefined))
  const item = CASES.find(({ name }) => name === LATER_READINGS)
  for (let n = 0; item && n < COMPARED; n++) await compareItems(urls, await encode(item.ask(n, size), undefined))
}

/** Changes the items that these requests name, as an order or the chain would. */
async function change(client: pg.Client, requests: readonly Sent[]): Promise<void> {
  const keys = requests.map(({ path }) => path.split('/').slice(-3))
  await client.query(
    `update item set traded_at = traded_at + 1 where (chain_id, collection, token_id) in
      (select chain::bigint, decode(substr(collection, 3), 'hex'), token::numeric from unnest($1::text[], $2::text[], $3::text[])
        as given(chain, collection, token))`,
    [0, 1, 2].map((part) => keys.map((key) => key[part])),
  )
}

/** Thirty days of sales, floors and charts in every collection. */
async function fillTradesOf(connectionString: string): Promise<void> {
  const opened = openPool({ connectionString }, 'embedded', () => undefined)
  await fillTrades(connectDb(opened.dialect), Math.floor(Date.now() / 1_000), [PICTURE])
  await opened.close()
}

function spentSince(meter: Meter | undefined, before: Spent | undefined, requests: number): Spent | undefined {
  const now = meter?.read()
  if (!now || !before) return undefined
  return { server: (now.server - before.server) / requests, database: (now.database - before.database) / requests }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

/** A session of the account with the most notices. */
async function signIn(databaseUrl: string): Promise<string> {
  const token = newToken()
  const client = await connect(databaseUrl)
  const now = Math.floor(Date.now() / 1_000)
  await client.query('insert into session select $1, id, $2, $2 from account where address = $3', [
    tokenHash(token),
    now,
    personBytes(TOLD_PERSON),
  ])
  await client.end()
  return token
}

const ms = (value: number): string => value.toFixed(1)

/** A row for each size; costs are of the median request, relative to the smallest market. */
function rowsOf({ name, isKnown, isRepeated }: Case, results: readonly Result[]): string[][] {
  return results.map(({ api, bare, statements, spent }, at) => {
    const [cost, share] = [api.p50 / (results[0]?.api.p50 ?? api.p50), bare && api.perSecond / bare.perSecond]
    const missed = [
      ...(api.p95 < 50 ? [] : ['p95']),
      ...(share === undefined || share >= (isRepeated ? 0.6 : 0.5) ? [] : ['bare']),
      ...(cost <= 1.2 ? [] : ['cost']),
    ]
    const figures = [
      ms(api.p50),
      ms(api.p95),
      ms(api.p99),
      api.perSecond.toFixed(0),
      bare?.perSecond.toFixed(0) ?? '–',
      bare ? String(statements) : '–',
    ]
    const processor = spent
      ? [spent.server, spent.database, spent.server + spent.database].map((one) => one.toFixed(isRepeated ? 3 : 2))
      : ['–', '–', '–']
    const goal = missed.length === 0 ? 'met' : `${isKnown ? 'known' : 'MISSED'}: ${missed.join(', ')}`
    const size = (SIZES[at] ?? 0).toLocaleString('en')
    return [
      at === 0 ? name : '',
      size,
      ...figures,
      ...processor,
      share === undefined ? '–' : `${Math.round(share * 100)} %`,
      at === 0 ? '' : cost.toFixed(2),
      goal,
    ]
  })
}

const folder = values.data ?? mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const node = await startFakeNode(CHAIN_ID, Math.floor(Date.now() / 1_000))
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`)
  const stands: Stand[] = []
  try {
    for (const items of SIZES) stands.push(await openStand(sizeOf(items), node.url))
    for (const stand of stands) await stand.check()
    const rows: string[][] = []
    const beside: string[][] = []
    const measured = new Map<string, readonly Result[]>()
    for (const one of CASES.filter(({ name }) => name.includes(values.only))) {
      // Sizes run back to back: other load on the machine affects both.
      const results: Result[] = []
      for (const stand of stands) results.push(await stand.measureCase(one))
      rows.push(...rowsOf(one, results))
      beside.push(...besidePlain(one, SIZES, results))
      measured.set(one.name, results)
      console.error(one.name)
    }
    const processor = ['CPU ms: server', 'database', 'both']
    printTable(
      ['', 'items', 'p50 ms', 'p95', 'p99', 'requests/s', 'bare/s', 'statements', ...processor, 'of the bare', 'cost', 'goal'],
      rows,
    )
    console.log('\nBeside the plain way: one statement of the same fields and filters')
    if (!hasNginx()) console.log('nginx is not there: the same page again is not compared')
    if (beside.length > 0) printTable(HEADINGS, beside)
    const ratios = firstToLater(measured.get(FIRST_READING), measured.get(LATER_READINGS))
    if (ratios.length > 0) console.log(`\nAn item’s first reading takes ${ratios.join(' and ')} times as long as later ones; goal: 1.1`)
  } finally {
    for (const stand of stands) await stand.close()
  }
} finally {
  await node.close()
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}
