import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/testing/chromium.ts'
import { printTable } from './table.ts'

/** The set of an offer in the browser: its root from all ids, and the proof of one, beside as many plain hashes in the same page. */
const { values } = parseArgs({ options: { ids: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '9' } } })
const IDS = Number(values.ids)
const ROUNDS = Number(values.rounds)
const GOAL_MS = 300

type Sets = { readonly build: (ids: number) => void; readonly hash: (ids: number) => void }
type Round = { readonly set: number; readonly hashes: number }

/** As in the market's own chunks: minified, for browsers. */
async function scriptOf(): Promise<string> {
  const lib = { entry: join(import.meta.dirname, 'sets-page.ts'), name: 'sets', formats: ['iife' as const], fileName: 'sets' }
  const built = await build({ configFile: false, logLevel: 'error', build: { lib, write: false, minify: true } })
  const [{ output }] = built as unknown as [{ output: [{ code: string }] }]
  return output[0].code
}

const profile = mkdtempSync(join(tmpdir(), 'plinth-sets-'))
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: await findChromium(console.log),
  args: [...CHROMIUM_FLAGS],
})
try {
  const page = await browser.newPage()
  await page.addScriptTag({ content: await scriptOf() })
  const metrics = await browser.newCDPSession(page)
  // Milliseconds of the page's own thread: whatever else the machine does.
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () =>
    1_000 * ((await metrics.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN)
  const timeOf = async (what: keyof Sets): Promise<number> => {
    const before = await read()
    await page.evaluate(([name, ids]) => (window as unknown as { sets: Sets }).sets[name](ids), [what, IDS] as const)
    return (await read()) - before
  }
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push({ set: await timeOf('build'), hashes: await timeOf('hash') })
  const middle = (of: (round: Round) => number) => rounds.map(of).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
  const [set, hashes] = [middle((round) => round.set), middle((round) => round.hashes)]
  const times = [rounds[0]?.set ?? Number.NaN, set, hashes].map((ms) => ms.toFixed(0))
  printTable(
    ['ids', 'first, ms', 'middle, ms', 'hashes alone, ms', 'ratio', 'goal'],
    [[String(IDS), ...times, (set / hashes).toFixed(2), set <= GOAL_MS ? 'met' : 'MISSED']],
  )
} finally {
  await browser.close()
  rmSync(profile, { recursive: true, force: true })
}
