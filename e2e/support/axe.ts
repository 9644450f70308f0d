import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

declare global {
  // The global that axe's source defines in the page.
  var axe: typeof import('axe-core') | undefined
}

/** Each page reads it: half as long, and nothing of it is answered. */
const SOURCE = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};undefined`

/** axe findings on one part of the page: the rule, and the element. `colours` runs only the rules that a theme can change. */
export async function findViolations(page: Page, selector: string, asked: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => globalThis.axe !== undefined))) await page.evaluate(SOURCE)
  return page.evaluate(
    async ([part, only]) => {
      const found = await globalThis.axe?.run(part, {
        resultTypes: ['violations'],
        ...(only === 'colours' ? { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } } : {}),
      })
      if (!found) throw new Error('axe has not come')
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      )
    },
    [selector, asked] as const,
  )
}
