import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFailed, type TestContext } from 'vitest'
import type { Visitor } from './browser.ts'

const MOST_WORDS = 1_500
const FOLDER = join(import.meta.dirname, '../../test-results')

/**
 * A failing story saves a screenshot, and the text, of each visitor's page. Call it in `beforeEach`, for visitors who
 * stay until the end.
 */
export function pictureOnFailure(...visitors: Visitor[]): void {
  onTestFailed(({ task }) => picture(task.name, visitors))
}

/** The same for visitors who go after their story: call it in `afterEach`, before they do. */
export async function pictureIfFailed({ task }: Pick<TestContext, 'task'>, ...visitors: Visitor[]): Promise<void> {
  if (task.result?.state === 'fail') await picture(task.name, visitors)
}

async function picture(story: string, visitors: readonly Visitor[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const name = story.replaceAll(/[^\w]+/g, '-').slice(0, 80)
  for (const [at, { page, complaints, unanswered }] of visitors.entries()) {
    if (page.isClosed()) continue
    const waiting = [...unanswered].map((request) => `${request.method()} ${request.url()}`)
    const visibility = await page.evaluate(() => document.visibilityState)
    console.error(`${page.url()} is ${visibility}, complains of [${complaints.join('; ')}] and waits for [${waiting.join(', ')}]`)
    // The text too: a log outlives the folder it was written in.
    const open = page.locator('dialog[open], body').last()
    console.error(`${story}\n${page.url()}\n${(await open.innerText()).slice(0, MOST_WORDS)}`)
    await page.screenshot({ path: join(FOLDER, `${name}-${at}.png`), fullPage: true })
  }
}
