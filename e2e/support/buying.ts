import type { Page } from 'playwright-core'
import { vi } from 'vitest'

/** Answers the wallet's questions until it is done; what it asked. */
export async function sayYes(page: Page, isDone: () => Promise<boolean>): Promise<string[]> {
  const asked: string[] = []
  const question = page.locator('demo-wallet dialog[data-kind]')
  await vi.waitUntil(
    async () => {
      if (await question.count()) {
        asked.push((await question.getAttribute('data-kind')) ?? '')
        await question.locator('[data-act="approve"]').click()
        await question.waitFor({ state: 'detached' })
      }
      return isDone()
    },
    { timeout: 60_000, interval: 100 },
  )
  return asked
}

/** The dialog's last word is a button that closes it; presses it. */
export async function closeBought(page: Page): Promise<boolean> {
  const close = page.getByRole('dialog').getByText('Close', { exact: true })
  if ((await close.count()) === 0) return false
  await close.click()
  return true
}
