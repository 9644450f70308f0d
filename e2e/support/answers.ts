import type { APIResponse, Page, Route } from 'playwright-core'

type Json = Awaited<ReturnType<APIResponse['json']>>

/** What the server answers to such calls comes to the page, but for what `change` does to its JSON in place. */
export const changeAnswers = (page: Page, calls: string | RegExp, change: (json: Json) => void): Promise<unknown> =>
  page.route(calls, (route) => changeAnswer(route, change))

/** A page that has gone elsewhere meanwhile waits for no answer: that is no fault of the story's. */
export async function changeAnswer(route: Route, change: (json: Json) => void): Promise<void> {
  const answer = await route.fetch().catch(() => undefined)
  const json: Json = await answer?.json().catch(() => undefined)
  if (!answer || json === undefined) return route.abort().catch(() => undefined)
  change(json)
  await route.fulfill({ response: answer, json }).catch(() => undefined)
}
