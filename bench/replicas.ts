import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { configOf } from '../apps/server/src/config/server-config.ts'
import { createContext } from '../apps/server/src/context.ts'
import { openDatabase } from '../apps/server/src/db/driver.ts'
import { prepareDatabase } from '../apps/server/src/prepare-database.ts'
import { startFakeNode } from '../apps/server/test/chain/fake-node.ts'
import { type Replica, startReplicas } from '../apps/server/test/database/replicas.ts'
import { CASES, type Case } from './api/cases.ts'
import { measure, send } from './api/load.ts'
import { meterOfPostgres } from './api/processor-time.ts'
import { encode } from './api/statements.ts'
import { benchChain, CHAIN_ID, KEYS } from './bench-chain.ts'
import { fillMarket } from './market/fill.ts'
import { PICTURE, type ServerProcess, sizeOf, startServerProcess } from './market/place.ts'
import { fillTrades } from './market/trades.ts'
import { printTable } from './table.ts'

/** Processor time of the primary for a public read: without a replica, and with one. */
const SIZE = sizeOf(Number(process.argv[2] ?? 20_000))
const REQUESTS = 200
const WARM_UP = 100
const INDEX_BYTES = 1_073_741_824
const isPublic = ({ isSignedIn = false, isRepeated = false, isChanged = false }: Case): boolean => !isSignedIn && !isRepeated && !isChanged

async function fill(databaseUrl: string): Promise<void> {
  const opened = await openDatabase({ databaseUrl, dataDir: '', log: () => undefined })
  const config = configOf({ dataDir: folder, chains: [benchChain(['http://127.0.0.1:1'])], publicUrl: 'http://plinth.test' }, 80)
  const context = await createContext({ config, dialect: opened.dialect, keys: KEYS })
  await prepareDatabase(context)
  const now = Math.floor(Date.now() / 1_000)
  await fillMarket(context.db, SIZE, now)
  await fillTrades(context.db, now, [PICTURE])
  await opened.close()
}

/** Milliseconds of the primary for each request of a case. */
async function spentOn(server: ServerProcess, one: Case, primary: Replica): Promise<number> {
  const sent = await Promise.all(Array.from({ length: REQUESTS + WARM_UP }, (_, n) => encode(one.ask(n, SIZE), undefined)))
  await measure(sent.slice(0, WARM_UP), (each) => send(server.url, each))
  const read = meterOfPostgres(primary.pid)
  const before = read()
  await measure(sent.slice(WARM_UP), (each) => send(server.url, each))
  return (read() - before) / REQUESTS
}

const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const node = await startFakeNode(CHAIN_ID, Math.floor(Date.now() / 1_000))
const group = await startReplicas(['first', 'second'], { isSynchronous: false })
const [primary, standby] = group.servers as [Replica, Replica]
await fill(primary.url)
await primary.ask('checkpoint')
await standby.catchUpWith(primary)
console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`)
console.log(`${SIZE.items} items, ${REQUESTS} requests each; milliseconds of the primary's processors for a request\n`)
const order = { dataDir: folder, databaseUrl: primary.url, rpcUrl: node.url, answerCacheBytes: 0, itemIndexBytes: INDEX_BYTES }
const alone = await startServerProcess(order)
const beside = await startServerProcess({ ...order, readUrls: [standby.url] })
await sleep(2_000)
const rows: string[][] = []
const sums = [0, 0]
for (const one of CASES.filter(isPublic)) {
  const without = await spentOn(alone, one, primary)
  const with_ = await spentOn(beside, one, primary)
  sums[0] = (sums[0] ?? 0) + without
  sums[1] = (sums[1] ?? 0) + with_
  rows.push([one.name, without.toFixed(2), with_.toFixed(2), `${((100 * with_) / without).toFixed(0)} %`])
}
rows.push(['all', sums[0]?.toFixed(2) ?? '', sums[1]?.toFixed(2) ?? '', `${((100 * (sums[1] ?? 0)) / (sums[0] ?? 1)).toFixed(0)} %`])
printTable(['', 'without', 'with a replica', 'share'], rows)
await alone.stop()
await beside.stop()
await group.stop()
await node.close()
rmSync(folder, { recursive: true, force: true })
