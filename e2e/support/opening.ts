import type { Page } from 'playwright-core'

/** The button at a box's foot, and the same again in the dialog that says what it means; the wallet is asked next. */
export async function askToOpen(page: Page, name: string | RegExp = /^Open 1 box for/): Promise<void> {
  await page.locator('.box-foot').getByRole('button', { name }).click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
}
