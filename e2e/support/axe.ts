import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds against one part of the page: the rule, and where. */
export async function findViolations(page: Page, selector: string): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async (part) => {
    // Its source has just run in the page.
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(part)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`))
  }, selector)
}
