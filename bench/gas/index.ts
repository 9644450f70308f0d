import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printTable } from '../table.ts'
import { type Ability, measureAbilities } from './abilities.ts'
import { type Arena, openArena, type Row } from './arena.ts'
import { measureAuctions } from './auctions.ts'
import { measureBoxes } from './boxes.ts'
import { measureLooksRare } from './looksrare.ts'
import { measurePlinth } from './plinth.ts'
import { renderReport } from './report.ts'
import { measureSeaport } from './seaport.ts'
import { measureThirdweb } from './thirdweb.ts'
import { measureZeroEx } from './zeroex.ts'
import { measureZora } from './zora.ts'

/**
 * Deploys every market into one EVM, runs the same operations on each, and writes their cost. Names of markets, as in
 * `index.ts Seaport`, measure those alone, and write nothing; `--page` writes the page again from the figures of the last run.
 */
const ROOT = join(import.meta.dirname, '../..')
const RESULTS = join(ROOT, 'bench/results/gas.json')
/** Auctions of peers advance the clock, so those come last. */
const MARKETS: readonly ((arena: Arena) => Promise<Row[]>)[] = [
  measurePlinth,
  measureAuctions,
  measureBoxes,
  measureSeaport,
  measureZeroEx,
  measureLooksRare,
  measureZora,
  measureThirdweb,
]
const names = process.argv.slice(2)
if (names[0] === '--page') writePage(JSON.parse(readFileSync(RESULTS, 'utf8')))
else await measureAll()

interface Results {
  rows: readonly Row[]
  abilities: readonly Ability[]
}

async function measureAll(): Promise<void> {
  const isWanted = (measure: { name: string }) => names.length === 0 || names.some((name) => measure.name === `measure${name}`)
  const arena = await openArena()
  const rows: Row[] = []
  const abilities: Ability[] = []
  try {
    for (const measure of MARKETS) if (isWanted(measure)) rows.push(...(await measure(arena)))
    if (names.length === 0) abilities.push(...(await measureAbilities(arena)))
  } finally {
    await arena.stop()
  }
  printTable(
    ['operation', 'market', 'used', 'fresh'],
    rows.map(({ operation, market, used, fresh }) => [operation, market, String(used), String(fresh)]),
  )
  if (names.length > 0) return
  mkdirSync(join(ROOT, 'bench/results'), { recursive: true })
  writeFileSync(RESULTS, `${JSON.stringify({ rows, abilities }, null, 2)}\n`)
  writePage({ rows, abilities })
}

function writePage({ rows, abilities }: Results): void {
  writeFileSync(join(ROOT, 'docs/gas.md'), renderReport(rows, abilities))
}
