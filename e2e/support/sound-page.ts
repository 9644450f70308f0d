import type { Page } from 'playwright-core'
import { findViolations } from './axe.ts'
import { DESKTOP } from './browser.ts'
import { walkByKeyboard } from './keyboard-access.ts'
import { clippedTexts, shrinkTexts, stretchTexts } from './long-texts.ts'
import { goWithin, showTheme, turnTo, watchRequests } from './pages.ts'
import { cutOffAt, NARROWEST } from './widths.ts'

/** 1280 px at 400 %, which is also as narrow as phones get. */
const NARROW = { width: NARROWEST, height: 640 }

/** Whether to check it at all widths from the narrowest phone to a desk: besides all else, or only that. */
type Widths = 'none' | 'too' | 'only'

/**
 * Findings on these pages, whatever they show. The first is loaded, the others are opened from the one before, as by a
 * link.
 */
export async function flawsOf(page: Page, routes: readonly string[], isSignedIn: boolean, widths: Widths = 'none'): Promise<string[]> {
  const flaws: string[] = []
  const requests = watchRequests(page)
  for (const [at, route] of routes.entries()) {
    if (at === 0) await page.goto(route)
    else await follow(page, route)
    if (isSignedIn) await page.locator('header .profile-chip').waitFor()
    await requests.settled()
    const found = widths === 'only' ? await cutOff(page) : await flawsOn(page, widths === 'too')
    flaws.push(...found.map((flaw) => `${route}: ${flaw}`))
  }
  await turnTo(page, 'en')
  return flaws
}

/** Navigates as by a link, and waits until the page's content has changed. */
async function follow(page: Page, route: string): Promise<void> {
  const turned = await page.evaluateHandle(() => {
    const state = { isTurned: false }
    const observer = new MutationObserver(() => {
      state.isTurned = true
      observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    return state
  })
  await goWithin(page, route)
  await page.waitForFunction(({ isTurned }) => isTurned, turned)
}

/** Checks the chosen language and the other one, which remains. */
async function cutOff(page: Page): Promise<string[]> {
  const isChinese = await page.locator('html[lang=zh]').count()
  const [first, second] = isChinese ? (['zh', 'en'] as const) : (['en', 'zh'] as const)
  const found = await cutOffAt(page, first)
  await turnTo(page, second)
  found.push(...(await cutOffAt(page, second)))
  await page.setViewportSize(DESKTOP)
  return found
}

/** On one page: theme, language and width change in place. */
async function flawsOn(page: Page, allWidths: boolean): Promise<string[]> {
  const flaws: string[] = []
  const sent = await sentTitle(page)
  if (!(await isTitled(page, sent))) flaws.push(`sent as “${sent}”, called “${await page.title()}”`)
  // The second walk covers content that appeared during the first.
  if ((await walkByKeyboard(page)).length > 0) flaws.push(...(await walkByKeyboard(page)))
  await showTheme(page, 'light')
  flaws.push(...(await findViolations(page, 'body', 'colours')))
  await showTheme(page, 'dark')
  await turnTo(page, 'zh')
  flaws.push(...(await findViolations(page, 'body')))
  if (allWidths) flaws.push(...(await cutOffAt(page, 'zh')))
  await page.setViewportSize(NARROW)
  flaws.push(...(await widerParts(page)).map((part) => `wider than 320 px in Chinese: ${part}`))
  flaws.push(...(await page.evaluate(clippedTexts)).map((text) => `in Chinese, ${text}`))
  await turnTo(page, 'en')
  flaws.push(...(await widerParts(page)).map((part) => `wider than 320 px: ${part}`))
  if (allWidths) flaws.push(...(await cutOffAt(page, 'en')))
  await page.setViewportSize(NARROW)
  await page.evaluate(stretchTexts)
  flaws.push(...(await widerParts(page)).map((part) => `wider than 320 px with longer texts: ${part}`))
  flaws.push(...(await page.evaluate(clippedTexts)))
  await page.evaluate(shrinkTexts)
  await page.setViewportSize(DESKTOP)
  return flaws
}

const sentTitle = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch(location.href, { headers: { accept: 'text/html', 'accept-language': 'en' } })
    return new DOMParser().parseFromString(await answer.text(), 'text/html').title
  })

/** The app names a page some time after its answers are there. */
const isTitled = (page: Page, title: string): Promise<boolean> =>
  page
    .waitForFunction((wanted) => document.title === wanted, title)
    .then(() => true)
    .catch(() => false)

/** What makes the page wider than its window, once it is laid out again after a change of width: the innermost parts. */
const widerParts = (page: Page): Promise<string[]> =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
    .then(() => [])
    .catch(() => page.evaluate(partsBeyondWindow))

/** Runs in the page. */
function partsBeyondWindow(): string[] {
  const isBeyond = (element: Element) => element.getBoundingClientRect().right + scrollX > innerWidth + 1
  const beyond = [...document.body.querySelectorAll('*')].filter((each) => isBeyond(each) && ![...each.children].some(isBeyond))
  const named = beyond.map((each) => `${each.tagName}.${each.getAttribute('class') ?? ''} “${each.textContent?.slice(0, 30) ?? ''}”`)
  return named.length > 0 ? named.slice(0, 8) : ['nothing that can be seen']
}
