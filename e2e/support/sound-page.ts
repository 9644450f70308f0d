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
  for (const [theme, language, asked] of [
    ['dark', 'zh', 'all'],
    ['light', 'en', 'colours'],
  ] as const) {
    await showTheme(page, theme)
    await choose(page, language)
    flaws.push(...(await findViolations(page, 'body', asked)))
  }
  await page.setViewportSize(NARROW)
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

/** Pages without the header speak the language that was chosen elsewhere. */
async function choose(page: Page, language: string): Promise<void> {
  const button = page.locator(`header .language [lang=${language}]`)
  if ((await button.count()) === 0) return
  await button.click()
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
}

/** The page is laid out anew some time after its width. */
const fits = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
    .then(() => true)
    .catch(() => false)
