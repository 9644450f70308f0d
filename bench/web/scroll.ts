import type { Browser, Page } from 'playwright-core'
import { forgetLongTasks, readVitals, settle, WIDE, watchVitals } from './visit.ts'

const MOST_MS = 50

type Reached = (page: Page) => Promise<number>

const cards: Reached = (page) => page.locator('[role="feed"] article').count()
/** Rows far from the window are not in the page. */
const rows: Reached = async (page) => 1 + Number(await page.locator('[role="row"][data-index]').last().getAttribute('data-index'))

export const scrollCards = (browser: Browser, url: string, count: number) =>
  scrollFar(browser, url, { count, name: 'cards', reached: cards })
export const scrollRows = (browser: Browser, url: string, count: number) =>
  scrollFar(browser, url, { count, name: 'rows of the table', reached: rows })

/** Scrolls an endless list; on the machine as it is, since a throttled one has no tasks of its own length. */
async function scrollFar(
  browser: Browser,
  url: string,
  { count, name, reached }: { count: number; name: string; reached: Reached },
): Promise<string[]> {
  const context = await browser.newContext(WIDE)
  try {
    const page = await context.newPage()
    await watchVitals(page)
    await page.goto(url)
    await settle(page)
    await forgetLongTasks(page)
    const begun = performance.now()
    const far = await scrollTo(page, count, reached)
    const { longest, cls } = await readVitals(page)
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
    return [`${far} ${name} scrolled`, `${seconds} s`, `${Math.round(longest)} ms`, cls.toFixed(3), longest > MOST_MS ? 'MISSED' : 'met']
  } finally {
    await context.close()
  }
}

async function scrollTo(page: Page, wanted: number, reached: Reached): Promise<number> {
  for (let far = await reached(page); ; far = await reached(page)) {
    if (far >= wanted) return far
    await page.mouse.wheel(0, 900)
    await page.waitForTimeout(60)
  }
}
