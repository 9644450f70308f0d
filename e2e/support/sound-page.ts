import type { Page } from 'playwright-core'
import { findViolations } from './axe.ts'
import { DESKTOP } from './browser.ts'
import { clippedTexts, stretchTexts } from './long-texts.ts'
import { settled, showTheme } from './pages.ts'
import { walkByKeyboard } from './reach.ts'

/** 1280 px at 400 %, which is also as narrow as phones get. */
const NARROW = { width: 320, height: 640 }

/** What is wrong with these pages, whatever they show, for whoever looks at them. */
export async function flawsOf(page: Page, routes: readonly string[], isSignedIn: boolean): Promise<string[]> {
  const flaws: string[] = []
  for (const route of routes) for (const flaw of await flawsAt(page, route, isSignedIn)) flaws.push(`${route}: ${flaw}`)
  return flaws
}

/** One load: theme, language and width change in place. */
async function flawsAt(page: Page, route: string, isSignedIn: boolean): Promise<string[]> {
  await page.goto(route)
  await settled(page)
  if (isSignedIn) await page.locator('header .profile-chip').waitFor()
  const [titles, flaws] = [await titlesOf(page), [] as string[]]
  if (titles.sent !== titles.shown) flaws.push(`sent as “${titles.sent}”, called “${titles.shown}”`)
  // What came while one walked is met on the second walk.
  if ((await walkByKeyboard(page)).length > 0) flaws.push(...(await walkByKeyboard(page)))
  await showTheme(page, 'light')
  flaws.push(...(await findViolations(page, 'body', 'colours')))
  await showTheme(page, 'dark')
  await turnTo(page, 'zh')
  flaws.push(...(await findViolations(page, 'body')))
  await page.setViewportSize(NARROW)
  if (!(await fits(page))) flaws.push('wider than 320 px in Chinese')
  flaws.push(...(await page.evaluate(clippedTexts)).map((text) => `in Chinese, ${text}`))
  await turnTo(page, 'en')
  if (!(await fits(page))) flaws.push('wider than 320 px')
  await page.evaluate(stretchTexts)
  if (!(await fits(page))) flaws.push('wider than 320 px with longer texts')
  flaws.push(...(await page.evaluate(clippedTexts)))
  await page.setViewportSize(DESKTOP)
  return flaws
}

/** What the server sent, and what the app made of it. */
const titlesOf = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch(location.href, { headers: { accept: 'text/html', 'accept-language': 'en' } })
    return { sent: new DOMParser().parseFromString(await answer.text(), 'text/html').title, shown: document.title }
  })

/** In place, as if it had been chosen in another tab: not every page has the switch. */
export async function turnTo(page: Page, language: 'en' | 'zh'): Promise<void> {
  await page.evaluate((locale) => {
    localStorage.setItem('locale', locale)
    dispatchEvent(new StorageEvent('storage', { key: 'locale' }))
  }, language)
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
}

/** The page is laid out anew some time after its width. */
const fits = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
    .then(() => true)
    .catch(() => false)
