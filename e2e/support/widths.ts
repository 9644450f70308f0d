import type { Page } from 'playwright-core'

/** Phones, tablets upright and across, small and large desks. */
export const WIDTHS = [320, 390, 768, 834, 1024, 1180, 1440] as const
export const NARROWEST = WIDTHS[0]
const HEIGHT = 900

/** Elements outside the window at each width, of the page as it is. Starts with the width nearest to the page's present one. */
export async function cutOffAt(page: Page, language: 'en' | 'zh'): Promise<string[]> {
  const found: string[] = []
  const isNarrow = (page.viewportSize()?.width ?? NARROWEST) === NARROWEST
  for (const width of isNarrow ? WIDTHS : WIDTHS.toReversed()) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const part of await outside(page)) found.push(`cut off in ${language} at ${width}: ${part}`)
  }
  return found
}

/** The page is laid out again some time after a change of width: only elements that stay outside are reported. */
async function outside(page: Page): Promise<string[]> {
  let parts = await page.evaluate(partsOutside)
  for (let attempts = 0; attempts < 10 && parts.length > 0; attempts++) {
    await page.waitForTimeout(50)
    parts = await page.evaluate(partsOutside)
  }
  return parts
}

/** Runs in the page. An element that scrolls or is clipped on purpose is inside one that fits the window. */
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

/** Controls of the header that are covered by another element or outside the window. */
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
