import type { Page } from 'playwright-core'

/** The open dialog's two steps each say Done. */
export async function bothStepsDone(page: Page): Promise<void> {
  await page.getByRole('dialog').getByText('Done', { exact: true }).nth(1).waitFor()
}
