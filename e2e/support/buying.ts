import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import { answer } from './wallet.ts'

/** Confirms the wallet's requests until the purchase is done; returns the requests. */
export async function sayYes(page: Page, isDone: () => Promise<boolean>): Promise<string[]> {
  const asked: string[] = []
  const question = page.locator('demo-wallet dialog[data-kind]')
  await vi.waitUntil(
    async () => {
      if (await question.count()) {
        asked.push((await question.getAttribute('data-kind')) ?? '')
        await answer(question, 'approve')
      }
      return isDone()
    },
    { timeout: 60_000, interval: 100 },
  )
  return asked
}

/** Presses the dialog's final button, which closes it. */
export async function closeBought(page: Page): Promise<boolean> {
  const close = page.getByRole('dialog').getByText('Close', { exact: true })
  if ((await close.count()) === 0) return false
  await close.click()
  return true
}
