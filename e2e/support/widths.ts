import type { Page } from 'playwright-core'

/** Phones, tablets upright and across, small and large desks. */
export const WIDTHS = [320, 390, 768, 834, 1024, 1180, 1440] as const
export const NARROWEST = WIDTHS[0]
const HEIGHT = 900

/** What stands outside the window at each width, of the page as it is. It begins with the width that the page is nearest to. */
export async function cutOffAt(page: Page, language: 'en' | 'zh'): Promise<string[]> {
  const found: string[] = []
  const isNarrow = (page.viewportSize()?.width ?? NARROWEST) === NARROWEST
  for (const width of isNarrow ? WIDTHS : WIDTHS.toReversed()) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const part of await outside(page)) found.push(`cut off in ${language} at ${width}: ${part}`)
  }
  return found
}

/** The page is laid out anew some time after its width: what stays outside is told. */
async function outside(page: Page): Promise<string[]> {
  let parts = await page.evaluate(partsOutside)
  for (let tries = 0; tries < 10 && parts.length > 0; tries++) {
    await page.waitForTimeout(50)
    parts = await page.evaluate(partsOutside)
  }
  return parts
}

/** Runs in the page. What scrolls or is cut on purpose stands inside something that does not leave the window. */
function partsOutside(): string[] {
  const leaves = ({ left, right }: DOMRect) => right > innerWidth + 1 || left < -1
  const isHeld = (element: Element): boolean => {
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement)
      if (getComputedStyle(around).overflowX !== 'visible' && !leaves(around.getBoundingClientRect())) return true
    return false
  }
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  return [...document.querySelectorAll('body *')]
    .filter((element) => element instanceof HTMLElement && leaves(element.getBoundingClientRect()) && isSeen(element) && !isHeld(element))
    .map((element) => `<${element.localName} class="${element.className}"> ${element.textContent?.trim().slice(0, 30)}`)
    .slice(0, 3)
}

/** Controls of the header that something else covers or that stand outside the window. */
export function coveredControls(page: Page): Promise<string[]> {
  return page.locator('header :is(a, button, input)').evaluateAll((all) =>
    all
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect()
        const above = document.elementFromPoint(left + width / 2, top + height / 2)
        return !above || !(control.contains(above) || above.contains(control))
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? ''),
  )
}
