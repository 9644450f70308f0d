import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findViolations } from './axe.ts'
import { PHONE } from './browser.ts'
import { showTheme, stands } from './pages.ts'
import { reject } from './wallet.ts'

export type Language = 'en' | 'zh'

/** Every dialog but the stage on which boxes are opened. */
const DIALOG = '.dialog'
const THEMES = ['light', 'dark'] as const
/** More presses of Tab than any dialog has controls. */
const MOST_TABS = 30

export function primaryOf(dialog: Locator): Locator {
  return dialog.locator('.dialog-foot .button.primary')
}

/** The dialog that is open, in both themes. */
export async function expectNothingAgainst(page: Page, part = DIALOG): Promise<void> {
  await stands(page)
  for (const theme of THEMES) {
    await showTheme(page, theme)
    expect(await findViolations(page, part, theme === 'light' ? 'all' : 'colours'), theme).toEqual([])
  }
}

/** One full round by Tab: focus returns to the first control and never leaves the dialog. */
async function _expectTrap(page: Page): Promise<void> {
  const first = page.getByRole('dialog').locator('a[href], button:enabled, input:enabled, select:enabled, textarea:enabled').first()
  await tabTo(page, first)
  await page.keyboard.press('Tab')
  await tabTo(page, first)
}

/** Goes round with Tab; the focus never leaves the dialog. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const look = () =>
    target.evaluate((button) => ({
      isThere: button === document.activeElement,
      isInside: document.activeElement?.closest('[role="dialog"], [data-base-ui-focus-guard]') !== null,
    }))
  // A dialog that has just come takes the focus in its next frame.
  await expect.poll(async () => (await look()).isInside).toBe(true)
  let { isThere } = await look()
  for (let presses = 0; presses < MOST_TABS && !isThere; presses++) {
    await page.keyboard.press('Tab')
    const at = await look()
    expect(at.isInside).toBe(true)
    isThere = at.isThere
  }
  expect(isThere).toBe(true)
}

/** Rejects the wallet's request, checks that the dialog handles it, and closes: the focus is back where it was. */
async function _declineAndLeave(page: Page, opener: Locator): Promise<void> {
  const dialog = page.getByRole('dialog')
  const asked = page.locator('demo-wallet dialog[data-kind]')
  await asked.waitFor()
  await reject(page, (await asked.getAttribute('data-kind')) === 'typedData' ? 'typedData' : 'transaction')
  await dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
  await leave(page, opener)
}

export async function leave(page: Page, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  await layersStand(page)
}

/** The history has an entry for each open layer, and no step back is under way: it would abort the next navigation. */
export async function layersStand(page: Page, layers = 0): Promise<void> {
  await expect.poll(() => page.evaluate(() => (history.state as { layers?: number } | null)?.layers ?? 0)).toBe(layers)
}

/** The open dialog on a phone: full width, no horizontal scrolling, its button within a thumb's reach. */
export async function expectFitsPhone(page: Page, button?: Locator, part = DIALOG): Promise<void> {
  const dialog = page.getByRole('dialog')
  await stands(page)
  const box = await dialog.boundingBox()
  expect([box?.x, box?.width]).toEqual([0, PHONE.width])
  expect(await dialog.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0)
  if (button) {
    await button.scrollIntoViewIfNeeded()
    const place = await button.boundingBox()
    expect(place?.height).toBeGreaterThanOrEqual(44)
    expect((place?.x ?? 0) + (place?.width ?? PHONE.width + 1)).toBeLessThanOrEqual(PHONE.width)
  }
  expect(await findViolations(page, part)).toEqual([])
}

export async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate((locale) => localStorage.setItem('locale', locale), language)
}
