import type { Locator, Page } from 'playwright-core'

/** Requests of the demo wallet's window. */
export type Question = 'connect' | 'text' | 'typedData' | 'transaction' | 'network'

const windowOf = (page: Page, question: Question) => page.locator(`demo-wallet dialog[data-kind="${question}"]`)

/** Answers the request that is open. The next one may open at once: only this one has to go. */
export async function answer(dialog: Locator, act: 'approve' | 'reject'): Promise<void> {
  const opened = await dialog.elementHandle()
  await dialog.locator(`[data-act="${act}"]`).click()
  await opened?.waitForElementState('hidden')
}

/** Waits for the wallet's request and confirms it. Returns the window's text, for tests of its wording. */
export async function approve(page: Page, question: Question): Promise<string> {
  const dialog = windowOf(page, question)
  await dialog.waitFor()
  const said = await dialog.innerText()
  await answer(dialog, 'approve')
  return said
}

export async function reject(page: Page, question: Question): Promise<void> {
  await answer(windowOf(page, question), 'reject')
}

/** From any page: connects the demo wallet as this person and signs in. Ends at `redirect`. */
export async function signInAs(page: Page, name: string, redirect = '/'): Promise<void> {
  await page.goto(`/connect?redirect=${encodeURIComponent(redirect)}`)
  await page.getByRole('button', { name: /Demo wallet|演示钱包/ }).click()
  await windowOf(page, 'connect').getByText(name, { exact: true }).click()
  await approve(page, 'connect')
  await windowOf(page, 'network').or(windowOf(page, 'text')).waitFor()
  // A page of another chain switches the wallet to it first.
  if (await windowOf(page, 'network').count()) await approve(page, 'network')
  await approve(page, 'text')
  await page.waitForURL((url) => url.pathname + url.search === redirect)
}
