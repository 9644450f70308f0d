import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { newToken, tokenHash } from '../../apps/server/src/modules/sessions/tokens.ts'
import { startFakeNode } from '../../apps/server/test/fake-node.ts'
import { CHAIN_ID } from '../bench-chain.ts'
import { type Size, TOLD_PERSON } from '../market/fill.ts'
import { personBytes } from '../market/names.ts'
import { type MarketPlace, openMarket, startServerProcess } from '../market/place.ts'
import { printTable } from '../table.ts'
import { CASES, type Case } from './cases.ts'
import { ask, type Figures, measure, post } from './load.ts'
import { encode, openRecorder } from './statements.ts'

/** How quickly the market answers, at several sizes, beside the database alone asked the same. */
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '50000,500000' },
    requests: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
  },
})
const SIZES = values.items.split(',').map(Number)
const REQUESTS = Number(values.requests)
/** Before anything counts: code is compiled, pages of the database are in memory. */
const WARM_UP = 40
const PICTURE = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
const ACCOUNTS = [120, 10_000]

type Result = { readonly api: Figures; readonly bare: Figures; readonly statements: number }

async function measureAt(place: MarketPlace, size: Size, rpcUrl: string): Promise<Map<string, Result>> {
  const { dataDir, databaseUrl } = place
  const token = await signIn(databaseUrl)
  const server = await startServerProcess({ dataDir, databaseUrl, rpcUrl })
  const recorder = await openRecorder(dataDir, databaseUrl, rpcUrl)
  const clients = await Promise.all([connect(databaseUrl), connect(databaseUrl)])
  const results = new Map<string, Result>()
  try {
    for (const one of CASES.filter(({ name }) => name.includes(values.only))) results.set(one.name, await measureCase(one))
  } finally {
    await Promise.all(clients.map((client) => client.end()))
    await recorder.close()
    await server.stop()
  }
  return results

  async function measureCase({ ask: askOf }: Case): Promise<Result> {
    const sent = await Promise.all(Array.from({ length: REQUESTS + WARM_UP }, (_, n) => encode(askOf(n, size), token)))
    const recorded = []
    for (const one of sent) recorded.push(await recorder.record(one))
    const [warm, counted] = [sent.slice(0, WARM_UP), sent.slice(WARM_UP)]
    await measure(warm, (one) => post(server.url, one))
    const api = await measure(counted, (one) => post(server.url, one))
    const bare = await measure(recorded.slice(WARM_UP), (one, visitor) => ask(clients[visitor] as pg.Client, one))
    return { api, bare, statements: recorded.at(-1)?.length ?? 0 }
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

/** A session of the person who has been told the most. */
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

function report(sizes: readonly number[], all: readonly Map<string, Result>[]): void {
  const rows = CASES.flatMap(({ name, isKnown }) =>
    all.flatMap((results, at) => {
      const result = results.get(name)
      if (!result) return []
      const { api, bare, statements } = result
      const first = all[0]?.get(name)
      const [cost, share] = [first ? api.p50 / first.api.p50 : 1, api.perSecond / bare.perSecond]
      const isMet = api.p95 < 50 && share >= 0.5 && cost <= 1.2
      const size = (sizes[at] ?? 0).toLocaleString('en')
      const figures = [ms(api.p50), ms(api.p95), ms(api.p99), api.perSecond.toFixed(0), bare.perSecond.toFixed(0), String(statements)]
      return [
        [
          at === 0 ? name : '',
          size,
          ...figures,
          `${Math.round(share * 100)} %`,
          at === 0 ? '' : cost.toFixed(2),
          isMet ? 'met' : isKnown ? 'known' : 'MISSED',
        ],
      ]
    }),
  )
  printTable(['', 'items', 'p50 ms', 'p95', 'p99', 'requests/s', 'bare/s', 'statements', 'of the bare', 'cost', 'goal'], rows)
}

const folder = values.data ?? mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const node = await startFakeNode(CHAIN_ID, Math.floor(Date.now() / 1_000))
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`)
  const all: Map<string, Result>[] = []
  for (const items of SIZES) {
    const size: Size = { items, accounts: ACCOUNTS, pictures: [PICTURE] }
    const place = await openMarket(join(folder, String(items)), size)
    all.push(await measureAt(place, size, node.url).finally(() => place.close()))
  }
  report(SIZES, all)
} finally {
  await node.close()
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}
