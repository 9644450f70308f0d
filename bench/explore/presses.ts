import { mkdtempSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type Market, removeData } from '../../e2e/support/market.ts'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/testing/chromium.ts'
import { printTable, timesRow } from '../table.ts'
import { WIDE } from '../web/visit.ts'
import { openFilled } from './filled-market.ts'
import { SALE_GOAL_MS, timeSales } from './sales.ts'

/** Five filter presses, their address, Back, and a sale elsewhere, in Chromium, in the market of `npm start` with so many more items. */
const { values } = parseArgs({
  options: { items: { type: 'string', default: '500000' }, rounds: { type: 'string', default: '8' }, data: { type: 'string' } },
})
const ROUNDS = Number(values.rounds)
const PRESS_GOAL_MS = 500
const MOST_PX = 2
/** The card that is opened, where there are so many. */
const MOST_FAR = 9
const SCROLLED_PX = 600

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
  const rows = took.map((all, at) => timesRow(`press ${at + 1}`, all, PRESS_GOAL_MS))
  return [
    ...rows,
    ['the same by the address elsewhere', String(ROUNDS), '', `${same} of ${ROUNDS}`, '', same === ROUNDS ? 'met' : 'MISSED'],
    timesRow('Back: pixels from its place', offsets, MOST_PX),
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

const folder = values.data ?? mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const items = Number(values.items)
console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, ${items} items\n`,
)
const market = await openFilled(join(folder, `market-${items}`), items)
const browser = await chromium.launch({ executablePath: await findChromium(console.log), args: [...CHROMIUM_FLAGS], headless: true })
try {
  printTable(
    ['ms', 'times', 'least', 'middle', 'p95', 'goal'],
    [
      ...(await timePresses(browser, market)),
      ...Object.entries(await timeSales(browser, market, ROUNDS)).map(([part, all]) =>
        timesRow(`${part} after a sale elsewhere`, all, SALE_GOAL_MS),
      ),
    ],
  )
} finally {
  await browser.close()
  await market.stop()
  if (values.data === undefined) removeData({ dataDir: folder })
}
process.exit(0)
