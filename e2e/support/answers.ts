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
