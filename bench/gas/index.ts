import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printTable } from '../table.ts'
import { openArena, type Row } from './arena.ts'
import { measureAuctions } from './auctions.ts'
import { measurePlinth } from './plinth.ts'
import { renderReport } from './report.ts'
import { measureSeaport } from './seaport.ts'

/** Deploys every market into one EVM, lets each do the same work, and writes what it cost. */
const ROOT = join(import.meta.dirname, '../..')
const arena = await openArena()
const rows: Row[] = []
try {
  for (const measure of [measurePlinth, measureAuctions, measureSeaport]) rows.push(...(await measure(arena)))
} finally {
  await arena.stop()
}
mkdirSync(join(ROOT, 'bench/results'), { recursive: true })
writeFileSync(join(ROOT, 'bench/results/gas.json'), `${JSON.stringify(rows, null, 2)}\n`)
writeFileSync(join(ROOT, 'docs/gas.md'), renderReport(rows))
printTable(
  ['operation', 'market', 'used', 'fresh'],
  rows.map(({ operation, market, used, fresh }) => [operation, market, String(used), String(fresh)]),
)
