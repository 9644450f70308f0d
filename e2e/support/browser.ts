import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/testing/chromium.ts'

export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

export interface Visitor {
  context: BrowserContext
  page: Page
  /** All errors of the page; stories end by expecting none. */
  complaints: string[]
  /** Requests of the page that are not answered yet, the newest last: its stream of events always is one. */
  unanswered: ReadonlySet<Request>
  close(): Promise<void>
}

/** Endless animations render sixty times a second, on the processors that the stories need. */
const STILL = { reducedMotion: 'reduce' } as const

/**
 * A separate browser with an empty profile: one person at one computer, with reduced motion unless the options say
 * otherwise.
 */
export async function openBrowser(baseURL: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const profile = mkdtempSync(join(tmpdir(), 'plinth-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(() => undefined),
    args: [...CHROMIUM_FLAGS],
    headless: true,
    baseURL,
    viewport: DESKTOP,
    locale: 'en-GB',
    ...STILL,
    ...options,
  })
  return {
    ...(await visitorIn(context)),
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** One browser for many visitors, each with a fresh context: faster than a browser each. */
export async function openBrowsers(baseURL: string): Promise<{ visit(): Promise<Visitor>; close(): Promise<void> }> {
  const browser = await chromium.launch({ executablePath: await findChromium(() => undefined), args: [...CHROMIUM_FLAGS], headless: true })
  return {
    visit: async () => {
      const context = await browser.newContext({ baseURL, viewport: DESKTOP, locale: 'en-GB', ...STILL })
      return { ...(await visitorIn(context)), close: () => context.close() }
    },
    close: () => browser.close(),
  }
}

async function visitorIn(context: BrowserContext): Promise<Omit<Visitor, 'close'>> {
  // Three stories share two cores, and some machines are slow: a long wait is no failure of the story.
  context.setDefaultTimeout(40_000)
  for (const open of context.pages()) askAgainWhenAborted(open)
  context.on('page', askAgainWhenAborted)
  const page = context.pages()[0] ?? (await context.newPage())
  const complaints: string[] = []
  // The browser's own PDF viewer, in the frame of /doc, logs errors of its own.
  page.on('pageerror', ({ message, stack = '' }) => stack.includes('chrome-extension://') || complaints.push(message))
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error' && !isAnsweredMissing(message.text(), url)) complaints.push(`${message.text()} (${url})`)
  })
  const unanswered = new Set<Request>()
  page.on('request', (request) => unanswered.add(request))
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  return { context, page, complaints, unanswered }
}

/** What stories open as pages that do not exist: each is answered with 404, as it should be, and the browser logs that. */
const MISSING_PAGES = ['/404', '/nothing/here']
const isAnsweredMissing = (text: string, url: string) =>
  text.includes('status of 404') && MISSING_PAGES.includes(URL.parse(url)?.pathname ?? '')

/** A closing dialog goes a step back in the history, which aborts a navigation that begins at the same moment. */
function askAgainWhenAborted(page: Page): void {
  const isAborted = (error: unknown) => String(error).includes('net::ERR_ABORTED')
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = (...args) => goto(...args).catch((error) => (isAborted(error) ? goto(...args) : Promise.reject(error)))
  page.reload = (...args) => reload(...args).catch((error) => (isAborted(error) ? reload(...args) : Promise.reject(error)))
}
