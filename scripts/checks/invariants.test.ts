import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROOT } from './sources.ts'

const page = readFileSync(`${ROOT}contracts/INVARIANTS.md`, 'utf8')
/** `file:function` or a folder, below contracts/test; of a package from the root. */
const named = [...page.matchAll(/`((?:packages|exchange|auction|box|findings|transfer)\/[^`:]+)(?::(\w+))?`/g)].map(
  ([, path = '', test]) => ({
    path: path.startsWith('packages/') ? path : `contracts/test/${path}`,
    test,
  }),
)

it('[F-92] each invariant of the contracts names a test that exists', () => {
  expect(named.length).toBeGreaterThan(20)
  const missing = named.filter(({ path, test }) => {
    if (!existsSync(ROOT + path)) return true
    return test !== undefined && !readFileSync(ROOT + path, 'utf8').includes(`function ${test}(`)
  })
  expect(missing).toEqual([])
})

it('[F-92] the table of states has a row for each value of the guard', () => {
  for (const state of ['FREE, 0', 'ENTERED, 1', 'SWEEPING + n', 'bit 255', 'bits 255 and 254'])
    expect(page).toContain(`| ${state}`.replace('| bit', '| with bit'))
})
