import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import { type Browser, chromium, type Page } from 'playwright-core'
import { connect } from '../../apps/server/src/db/database.ts'
import { openDatabase } from '../../apps/server/src/db/driver.ts'
import { type Market, removeData, startMarket } from '../../e2e/support/market.ts'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/testing/chromium.ts'
import { fillMarket } from '../market/fill.ts'
import { fillOnce, sizeOf } from '../market/place.ts'
import { printTable } from '../table.ts'
import { WIDE } from '../web/visit.ts'

/** Five filter presses, their address, and Back, in Chromium, in the market of `npm start` with so many more items. */
const { values } = parseArgs({
  options: { items: { type: 'string', default: '500000' }, rounds: { type: 'string', default: '8' }, data: { type: 'string' } },
})
const ROUNDS = Number(values.rounds)
const PRESS_GOAL_MS = 500
const MOST_PX = 2
/** The card that is opened, where there are so many. */
const MOST_FAR = 9
const SCROLLED_PX = 600
const NOW_S = Math.floor(Date.now() / 1_000)

/** Without those that stand for a folded run. */
const CARDS = '.explore-list .card:has(h3 a)'
const COUNT = '.result-count b'

/** Each changes what is left: on sale, a category, another beside it, a collection, another beside it. */
const COLLECTIONS_SHOWN = 5
const PRESSES = (round: number) =>
  [
    ['Status', 0],
    ['Category', 0],
    ['Category', 1],
    ['Collections', round % COLLECTIONS_SHOWN],
    ['Collections', (round % COLLECTIONS_SHOWN) + 1],
  ] as const

async function fill(dataDir: string, items: number): Promise<void> {
  const opened = await openDatabase({ dataDir, log: () => undefined })
  const size = { ...sizeOf(items), chainId: LOCAL_CHAIN_ID }
  await fillOnce(join(dataDir, 'filled.json'), size, () => fillMarket(connect(opened.dialect), size, NOW_S)).finally(() => opened.close())
}

/** The market of `npm start` without stories, filled between its first start and its second. */
async function openFilled(dataDir: string, items: number): Promise<Market> {
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o711)
  const env = { ITEM_INDEX_MB: '4096', DAILY_ORDERS: '1000000' }
  const first = await startMarket({ dataDir, stories: false, env })
  await first.stop()
  await fill(dataDir, items)
  const market = await startMarket({ dataDir, stories: false, env })
  // The database answers as long as the index is being read, or nobody in time.
  for (let took = Number.POSITIVE_INFINITY; took > 1_000; )
    took = await timeOf(() => market.api.explore.items({ limit: 1, withCounts: true })).catch(() => Number.POSITIVE_INFINITY)
  return market
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const countOf = async (page: Page): Promise<number> => Number((await page.locator(COUNT).innerText()).replaceAll(/\D/g, ''))

/** From the press to a list and counts that are those of the new choice, as the page itself sees it. */
async function press(page: Page, group: string, option: number): Promise<number> {
  const before = await countOf(page)
  const box = page.getByRole('group', { name: group, exact: true }).locator('.option:not(.empty)').nth(option)
  await box.scrollIntoViewIfNeeded()
  const seen = page.evaluate(
    ({ count, former }) =>
      new Promise<number>((done) => {
        let at = 0
        document.addEventListener('click', () => (at ||= performance.now()), { capture: true, once: true })
        const look = (): void => {
          const now = Number(document.querySelector(count)?.textContent?.replaceAll(/\D/g, '') ?? former)
          const isCounting = document.querySelector('.options.counting, .options.unknown, [aria-busy="true"], .skeleton') !== null
          if (at > 0 && ((now !== former && !isCounting) || performance.now() - at > 30_000)) done(performance.now() - at)
          else requestAnimationFrame(look)
        }
        look()
      }),
    { count: COUNT, former: before },
  )
  await box.click()
  return seen
}

const firstNames = async (page: Page): Promise<string> => (await page.locator(`${CARDS} h3`).allInnerTexts()).slice(0, 12).join()

async function openExplore(browser: Browser, market: Market, search = ''): Promise<Page> {
  const page = await browser.newPage({ ...WIDE, baseURL: market.url })
  await page.goto(`/explore${search}`)
  await page.locator(CARDS).first().waitFor()
  return page
}

/** Each of five presses one after the other, in several rounds; then the same address elsewhere, and Back from a work. */
async function timePresses(browser: Browser, market: Market): Promise<string[][]> {
  const took: number[][] = []
  let same = 0
  const offsets: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await openExplore(browser, market)
    for (const [at, [group, option]] of PRESSES(round).entries()) took[at] = [...(took[at] ?? []), await press(page, group, option)]
    const other = await openExplore(browser, market, new URL(page.url()).search)
    if ((await countOf(other)) === (await countOf(page)) && (await firstNames(other)) === (await firstNames(page))) same++
    await other.close()
    offsets.push(await goAndComeBack(page))
    await page.close()
  }
  const rows = took.map((all, at) => rowOf(`press ${at + 1}`, all, PRESS_GOAL_MS))
  return [
    ...rows,
    ['the same by the address elsewhere', String(ROUNDS), '', `${same} of ${ROUNDS}`, '', same === ROUNDS ? 'met' : 'MISSED'],
    rowOf('Back: pixels from its place', offsets, MOST_PX),
  ]
}

/** How far a work stands from its place on the screen after it was opened and left again. */
async function goAndComeBack(page: Page): Promise<number> {
  const cards = page.locator(CARDS)
  // Runs of one seller fold as more of them come.
  await page.mouse.move(900, 500)
  await page.mouse.wheel(0, SCROLLED_PX)
  await page.waitForTimeout(1_000)
  const at = Math.min(MOST_FAR, (await cards.count()) - 1)
  const address = (await cards.nth(at).locator('h3 a').getAttribute('href')) ?? ''
  const opened = page.locator(`${CARDS}:has(a[href="${address}"])`).first()
  const placeOf = async () => (await opened.boundingBox())?.y ?? Number.NaN
  // The click would do it, after its place was measured.
  await opened.locator('h3 a').scrollIntoViewIfNeeded()
  const before = await placeOf()
  await opened.locator('h3 a').click()
  await page.waitForURL(/\/detail\//)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goBack()
  await opened.waitFor()
  await page.waitForTimeout(500)
  return Math.abs((await placeOf()) - before)
}

function rowOf(name: string, all: readonly number[], goal: number): string[] {
  const sorted = all.toSorted((a, b) => a - b)
  const [least, middle, most] = [
    sorted[0],
    sorted[Math.floor(sorted.length / 2)],
    sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN,
  ]
  return [
    name,
    String(all.length),
    ...[least, middle, most].map((number) => (number ?? Number.NaN).toFixed(0)),
    most <= goal ? 'met' : 'MISSED',
  ]
}

const folder = values.data ?? mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const items = Number(values.items)
console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, ${items} items\n`,
)
const market = await openFilled(join(folder, `market-${items}`), items)
const browser = await chromium.launch({ executablePath: await findChromium(console.log), args: [...CHROMIUM_FLAGS], headless: true })
try {
  printTable(['ms', 'times', 'least', 'middle', 'p95', 'goal'], await timePresses(browser, market))
} finally {
  await browser.close()
  await market.stop()
  if (values.data === undefined) removeData({ dataDir: folder })
}
process.exit(0)
