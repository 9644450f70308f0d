import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startFakeNode } from '../../apps/server/test/chain/fake-node.ts'
import { CHAIN_ID } from '../bench-chain.ts'
import type { Size } from '../market/fill.ts'
import { type Outcomes, openMarket, sizeOf, startServerProcess } from '../market/place.ts'
import { printTable } from '../table.ts'
import { CASES, type Case, LATER_READINGS } from './cases.ts'
import { send } from './load.ts'
import { meterOf } from './processor-time.ts'
import { encode, type Sent } from './statements.ts'

/** Fifty visitors at once, while a chain's block is committed each second: times, processor, and the share of kept answers. */
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '50000' },
    seconds: { type: 'string', default: '20' },
    data: { type: 'string' },
  },
})
const VISITORS = 50
/** Between an answer and the next question of a visitor. */
const THINK_MS = 200
/** Addresses of the repeated mix: three lists for each item. */
const POPULAR = 24

const MIXES = [
  { name: 'repeated', questions: POPULAR, of: ['home by /v1', 'home, first pages', 'one category', LATER_READINGS] },
  { name: 'all different', questions: 20_000, of: ['home, pages 200 to 500', LATER_READINGS] },
]
type Mix = (typeof MIXES)[number]

function questionsOf({ questions, of }: Mix, size: Size): Promise<Sent[]> {
  const cases = of.map(caseOf)
  return Promise.all(Array.from({ length: questions }, (_, n) => encode((cases[n % cases.length] as Case).ask(n, size), undefined)))
}

function caseOf(name: string): Case {
  const found = CASES.find((one) => one.name === name)
  if (!found) throw new Error(`There is no case ${name}`)
  return found
}

type Load = { readonly took: readonly number[]; readonly seconds: number }

async function load(url: string, questions: readonly Sent[], until: number): Promise<Load> {
  const took: number[] = []
  const begun = performance.now()
  let asked = 0
  await Promise.all(
    Array.from({ length: VISITORS }, async (_, visitor) => {
      await new Promise((done) => setTimeout(done, (visitor * THINK_MS) / VISITORS))
      while (performance.now() < until) {
        const at = performance.now()
        await send(url, questions[asked++ % questions.length] as Sent)
        took.push(performance.now() - at)
        await new Promise((done) => setTimeout(done, THINK_MS))
      }
    }),
  )
  return { took: took.sort((a, b) => a - b), seconds: (performance.now() - begun) / 1_000 }
}

const percent = (part: number | undefined, of: number): string => `${Math.round(((part ?? 0) / Math.max(1, of)) * 100)} %`

const size = sizeOf(Number(values.items))
const folder = values.data ?? mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const place = await openMarket(join(folder, String(size.items)), size)
const node = await startFakeNode(CHAIN_ID, Math.floor(Date.now() / 1_000))
try {
  const { dataDir, databaseUrl } = place
  const rows: string[][] = []
  for (const mix of MIXES) {
    const server = await startServerProcess({ dataDir, databaseUrl, rpcUrl: node.url, itemIndexBytes: 0, hasBlocks: true })
    const sent = await questionsOf(mix, size)
    await load(server.url, sent, performance.now() + 3_000)
    const meter = meterOf([server.pid], dataDir)
    const [before, spent] = [await server.outcomes(), meter?.read()]
    const { took, seconds } = await load(server.url, sent, performance.now() + Number(values.seconds) * 1_000)
    const [after, now] = [await server.outcomes(), meter?.read()]
    const of = (outcome: keyof Outcomes) => (after[outcome] ?? 0) - (before[outcome] ?? 0)
    const all = of('kept') + of('shared') + of('computed')
    const at = (share: number) => (took[Math.floor(took.length * share)] ?? 0).toFixed(1)
    const cpu = now && spent ? ((now.server + now.database - spent.server - spent.database) / took.length).toFixed(2) : '–'
    rows.push([
      mix.name,
      at(0.5),
      at(0.95),
      at(0.99),
      (took.length / seconds).toFixed(0),
      cpu,
      percent(of('kept'), all),
      percent(of('shared'), all),
    ])
    await server.stop()
  }
  console.log(`${VISITORS} visitors, ${THINK_MS} ms between their questions, ${size.items.toLocaleString('en')} items, a block a second`)
  printTable(['mix', 'p50 ms', 'p95', 'p99', 'requests/s', 'CPU ms', 'kept', 'shared'], rows)
} finally {
  await node.close()
  await place.close()
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}
