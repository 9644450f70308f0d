import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openBrowsers, type Visitor } from './browser.ts'
import { pictureIfFailed } from './failure.ts'
import type { Place } from './market.ts'

/** One browser for the stories of a `describe`, and in it a visitor for each, with nothing kept from the one before. */
export function visitEach(market: Pick<Place, 'url'>): { readonly visitor: Visitor; readonly page: Page } {
  let browsers: Awaited<ReturnType<typeof openBrowsers>>
  let visitor: Visitor
  beforeAll(async () => {
    browsers = await openBrowsers(market.url)
  })
  beforeEach(async () => {
    visitor = await browsers.visit()
  })
  afterEach(async (test) => {
    if (visitor) await pictureIfFailed(test, visitor)
    await visitor?.close()
  })
  afterAll(async () => {
    await browsers?.close()
  })
  return {
    get visitor() {
      return visitor
    },
    get page() {
      return visitor.page
    },
  }
}
