import { EVENTS_PATH } from '@plinth/api'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** The open dialog's two steps each say Done. */
export async function bothStepsDone(page: Page): Promise<void> {
  await page.getByRole('dialog').getByText('Done', { exact: true }).nth(1).waitFor()
}

/** The page shows its content. Its event stream never ends, so the network is never idle. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.waitForTimeout(700)
  await stands(page)
}

const QUIET_MS = 200
/** As long as `settled` waits in any case. */
const MOST_MS = 700

/**
 * As `settled`, for many pages in sequence: starts before the first of them, and detects for each when it has sent no
 * request for a while. A page that keeps sending is taken as it is, as `settled` takes it.
 */
export function watchRequests(page: Page): { settled(): Promise<void> } {
  const waiting = new Set<Request>()
  let lastAt = 0
  const began = (request: Request) => {
    const isEndless = new URL(request.url()).pathname === EVENTS_PATH || request.resourceType() === 'media'
    if (isEndless) return
    // Requests of the previous page do not count.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) waiting.clear()
    waiting.add(request)
    lastAt = Date.now()
  }
  const ended = (request: Request) => {
    if (waiting.delete(request)) lastAt = Date.now()
  }
  page.on('request', began).on('requestfinished', ended).on('requestfailed', ended)
  const isQuiet = () => waiting.size === 0 && Date.now() - lastAt >= QUIET_MS
  return {
    settled: async () => {
      await page.waitForLoadState('load')
      const loadedAt = Date.now()
      lastAt = loadedAt
      while (!isQuiet() && Date.now() - loadedAt < MOST_MS) await page.waitForTimeout(25)
      await stands(page)
    },
  }
}

/** All responses are rendered, the market's settings first: none is pending, and no finite animation runs. */
export async function stands(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      // Works beside an item wait until they are seen.
      document.querySelector('[aria-busy="true"], [class*="skeleton"]:not(.item-more[aria-hidden] *), .loading-screen') === null &&
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity),
    undefined,
    { timeout: 15_000 },
  )
}

/** From the item's page to the dialog of a fixed-price sale, through the dialog of sale kinds. */
export async function openFixedSale(page: Page): Promise<void> {
  await page.locator('.price-block .acts').getByRole('button', { name: 'Sell', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Fixed price/ })
    .click()
}

/** Once colour transitions have ended: axe reads the current colours. */
export async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (shown) => {
    document.documentElement.dataset.theme = shown
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  }, theme)
}

/** The buttons under the price, and no others. */
export async function expectActs(on: Page, names: readonly (string | RegExp)[]): Promise<void> {
  const buttons = on.locator('.price-block .acts > button')
  const expected = names.map((name) => expect.stringMatching(name))
  await expect.poll(() => buttons.allInnerTexts(), { timeout: 10_000 }).toEqual(expected)
}

/** Within the app, without a load. Its router follows steps through the history only. */
export async function goWithin(page: Page, route: string): Promise<void> {
  await page.evaluate((to) => {
    const idx = ((history.state as { idx?: number } | null)?.idx ?? 0) + 1
    history.pushState({ idx, key: `step ${idx}` }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, route)
}

/** In place, as if it had been chosen in another tab: not every page has the switch. */
export async function turnTo(page: Page, language: 'en' | 'zh'): Promise<void> {
  await page.evaluate((locale) => {
    localStorage.setItem('locale', locale)
    dispatchEvent(new StorageEvent('storage', { key: 'locale' }))
  }, language)
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
}
