import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFailed } from 'vitest'
import type { Visitor } from './browser.ts'

const FOLDER = join(import.meta.dirname, '../../test-results')

/** A failing story leaves a picture of what its people saw. Call it in `beforeEach`. */
export function pictureOnFailure(...visitors: Visitor[]): void {
  onTestFailed(async ({ task }) => {
    mkdirSync(FOLDER, { recursive: true })
    const name = task.name.replaceAll(/[^\w]+/g, '-').slice(0, 80)
    for (const [at, { page }] of visitors.entries()) await page.screenshot({ path: join(FOLDER, `${name}-${at}.png`), fullPage: true })
  })
}
