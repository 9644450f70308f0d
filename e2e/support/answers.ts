import type { APIResponse, Page, Route } from 'playwright-core'

type Json = Awaited<ReturnType<APIResponse['json']>>

/** Passes the server's answers to such calls on to the page, with the change that `change` makes to the JSON in place. */
export const changeAnswers = (page: Page, calls: string | RegExp, change: (json: Json) => void): Promise<unknown> =>
  page.route(calls, (route) => changeAnswer(route, change))

/** A page that has navigated away no longer waits for an answer: that is no failure of the story. */
export async function changeAnswer(route: Route, change: (json: Json) => void): Promise<void> {
  const answer = await route.fetch().catch(() => undefined)
  const json: Json = await answer?.json().catch(() => undefined)
  if (!answer || json === undefined) return route.abort().catch(() => undefined)
  change(json)
  await route.fulfill({ response: answer, json }).catch(() => undefined)
}

/**
 * Refuses a call until “Try again” is pressed. A page retries by itself once its event stream is open, which is late on
 * a busy machine: if the refusal ended by the clock, the retry could succeed before the button is there.
 */
export async function refuseUntilRetried(page: Page, call: string, words: string): Promise<void> {
  await page.addInitScript(() => {
    const press = ({ target }: Event) => {
      const button = target instanceof Element ? target.closest('button') : null
      if (button?.textContent?.includes('Try again')) document.documentElement.dataset.retried = ''
    }
    addEventListener('click', press, { capture: true })
  })
  await page.route(`**/api/${call}`, async (route) => {
    const isRetried = await page.evaluate(() => 'retried' in document.documentElement.dataset).catch(() => false)
    if (isRetried) await route.continue()
    else await route.fulfill({ json: { errno: 4101, errmsg: words } })
  })
}
