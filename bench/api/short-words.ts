import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startFakeNode } from '../../apps/server/test/chain/fake-node.ts'
import { CHAIN_ID } from '../bench-chain.ts'
import { openMarket, sizeOf, startServerProcess } from '../market/place.ts'
import { printTable } from '../table.ts'
import type { Ask } from './cases.ts'
import { send } from './load.ts'
import { encode } from './statements.ts'

/** What another visitor's list takes while somebody searches for single letters (F-95). No answer is kept, no limit counts. */
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '30000' },
    seconds: { type: 'string', default: '15' },
    'per-second': { type: 'string', default: '20' },
    data: { type: 'string' },
  },
})
const SECONDS = Number(values.seconds)
const PER_SECOND = Number(values['per-second'])
const LIST_EVERY_MS = 50

const letterAt = (n: number): string => 'abcdefghijklmnopqrstuvwxyz'[n % 26] ?? 'a'
const search: (n: number) => Ask = (n) => {
  const asked = { search: letterAt(n), page: n % 4 === 3 ? 40 : 1, limit: 20 }
  if (n % 5 === 4) return (client) => client.home.searchuser(asked)
  return n % 5 === 3 ? (_, v1) => v1.foundItems({ search: asked.search, limit: 20 }) : (client) => client.home.search(asked)
}
const list: (n: number) => Ask = (n) => (client) => client.home.list({ page: 1 + (n % 40), limit: 20 })

/** A request every so often, whether the one before is answered or not: how long each took. */
async function ask(url: string, askOf: (n: number) => Ask, everyMs: number): Promise<number[]> {
  const took: number[] = []
  const begun = performance.now()
  const all: Promise<void>[] = []
  for (let n = 0; n * everyMs < SECONDS * 1_000; n++) {
    const sent = await encode(askOf(n), undefined)
    await sleep(Math.max(0, begun + n * everyMs - performance.now()))
    const at = performance.now()
    all.push(send(url, sent).then(() => void took.push(performance.now() - at)))
  }
  await Promise.all(all)
  return took.toSorted((a, b) => a - b)
}

const folder = values.data ?? mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const node = await startFakeNode(CHAIN_ID, Math.floor(Date.now() / 1_000))
const place = await openMarket(join(folder, values.items), sizeOf(Number(values.items)))
const { dataDir, databaseUrl } = place
const server = await startServerProcess({ dataDir, databaseUrl, rpcUrl: node.url, answerCacheBytes: 0 })
try {
  await ask(server.url, list, LIST_EVERY_MS)
  const quiet = await ask(server.url, list, LIST_EVERY_MS)
  const [searched, beside] = await Promise.all([ask(server.url, search, 1_000 / PER_SECOND), ask(server.url, list, LIST_EVERY_MS)])
  const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  const row = (name: string, sorted: readonly number[]) => [name, at(sorted, 0.5).toFixed(1), at(sorted, 0.95).toFixed(1)]
  printTable(
    ['', 'p50 ms', 'p95 ms'],
    [row('list, quiet', quiet), row(`list, ${PER_SECOND} searches a second beside`, beside), row('the searches', searched)],
  )
  console.log(`\nThe list takes ${(at(beside, 0.5) / at(quiet, 0.5)).toFixed(2)} times as long; goal: 2`)
} finally {
  await server.stop()
  await place.close()
  await node.close()
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}
