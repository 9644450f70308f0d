import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../checks/sources.ts'

/**
 * The tag of tests that `npm run test:more` runs and `npm test` does not: of a file by `@module-tag more` in its first
 * comment, of a single test by `tags: 'more'` among its options.
 */
export const MORE = 'more'

const ON_FILE = /@module-tag more\b/
const ON_TEST = /\btags: [^}\n]*'more'/

export const isMoreFile = (text: string): boolean => ON_FILE.test(text)

/** Whether the options after the title of a test, which ends at this offset, have the tag. */
export function isMoreTest(text: string, titleEnd: number): boolean {
  const [options = ''] = text.slice(titleEnd).split('=>', 1)
  return ON_TEST.test(options)
}

/** Files with such tests, so that a run of those alone need not load the others. */
export function filesWithMore(tests: readonly string[]): string[] {
  return globSync(tests, { cwd: ROOT }).filter((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return ON_FILE.test(text) || ON_TEST.test(text)
  })
}

/** Files whose tests are all such, so that a run without those need not load them. */
export const filesOfMore = (tests: readonly string[]): string[] =>
  globSync(tests, { cwd: ROOT }).filter((path) => ON_FILE.test(readFileSync(join(ROOT, path), 'utf8')))
