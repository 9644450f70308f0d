import type { Page } from 'playwright-core'

/** The open dialog's two steps each say Done. */
export async function bothStepsDone(page: Page): Promise<void> {
  await page.getByRole('dialog').getByText('Done', { exact: true }).nth(1).waitFor()
}

/** The page shows what it has to show. Its stream of news never ends, so the network is never idle. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.waitForTimeout(700)
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], [class*="skeleton"]') === null, undefined, {
    timeout: 15_000,
  })
}
