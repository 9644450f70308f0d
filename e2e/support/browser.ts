import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.ts'

export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

export interface Visitor {
  context: BrowserContext
  page: Page
  /** Everything the page complained about; stories end by expecting none. */
  complaints: string[]
  close(): Promise<void>
}

/** What moves without end is drawn sixty times a second, by the processors that the stories need. */
const STILL = { reducedMotion: 'reduce' } as const

/** A browser of one's own with an empty profile: one person at one computer, who likes things still unless the options say otherwise. */
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

/** One browser for many visitors, each with nothing kept from the one before: quicker than a browser each. */
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
  // Three stories share two cores, and some machines are slow: what takes long is no fault of the story.
  context.setDefaultTimeout(40_000)
  for (const open of context.pages()) askAgainWhenAborted(open)
  context.on('page', askAgainWhenAborted)
  const page = context.pages()[0] ?? (await context.newPage())
  const complaints: string[] = []
  // The browser's own viewer of PDFs, in the frame of /doc, has faults of its own.
  page.on('pageerror', ({ message, stack = '' }) => stack.includes('chrome-extension://') || complaints.push(message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(`${message.text()} (${message.location().url})`))
  return { context, page, complaints }
}

/** Where a dialog closes, the app goes a step back in the history: a navigation that begins in the same moment is aborted by it. */
function askAgainWhenAborted(page: Page): void {
  const isAborted = (error: unknown) => String(error).includes('net::ERR_ABORTED')
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = (...args) => goto(...args).catch((error) => (isAborted(error) ? goto(...args) : Promise.reject(error)))
  page.reload = (...args) => reload(...args).catch((error) => (isAborted(error) ? reload(...args) : Promise.reject(error)))
}
