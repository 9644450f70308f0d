import { describe, expect, it } from 'vitest'
import { checkMutations } from './mutations.ts'

const FILE = 'contracts/src/exchange/Spending.sol'
const TEST = 'contracts/test/exchange/cancel/Cancel.t.sol'
const SOURCES = [
  { path: FILE, text: 'function cancel() {\n    if (a) revert A();\n    b();\n    b();\n}\n' },
  { path: TEST, text: 'function test_RevertWhen_A() public {}\n' },
]
const GOOD = {
  contract: 'Exchange',
  file: FILE,
  find: 'if (a) revert A();',
  replace: '',
  test: `${TEST}:test_RevertWhen_A`,
  error: 'next call did not revert as expected',
}
const check = (change: Partial<typeof GOOD>) =>
  checkMutations([{ finding: 'F-1', path: 'contracts/mutations/F-1.json', mutations: [{ ...GOOD, ...change }] }], SOURCES, [])

describe('checkMutations', () => {
  it('takes a mutation of one line with its test and error', () => {
    expect(check({})).toEqual([])
    expect(check({ find: 'revert A();\n    b();', replace: 'revert A();\n    c();' })).toEqual([])
  })

  it.each([
    ['a line that is gone', { find: 'if (c) revert C();' }, `stands in ${FILE} 0 times: if (c) revert C();`],
    ['a line that stands twice', { find: 'b();' }, `stands in ${FILE} 2 times: b();`],
    ['no line', { find: '' }, `stands in ${FILE} 0 times: `],
    ['a file that is gone', { file: 'contracts/src/Gone.sol' }, 'there is no contracts/src/Gone.sol'],
    ['no change', { replace: GOOD.find }, `changes nothing: ${GOOD.find}`],
    ['two changed lines', { find: 'A();\n    b();', replace: 'B();\n    c();' }, 'changes more than one line: A();\n    b();'],
    ['a test that is gone', { test: `${TEST}:test_Gone` }, `there is no ${TEST}:test_Gone`],
    ['a part of a test name', { test: `${TEST}:test_RevertWhen_` }, `there is no ${TEST}:test_RevertWhen_`],
    ['no error', { error: ' ' }, `says no error for ${GOOD.find}`],
    ['an error left open', { error: '?' }, `leaves the error open for ${GOOD.find}`],
    ['a part of an error left open', { error: 'proceeds: ?' }, `leaves the error open for ${GOOD.find}`],
  ])('refuses %s', (_, change, problem) => {
    expect(check(change)).toEqual([`contracts/mutations/F-1.json: mutation 1 ${problem}`])
  })

  it('refuses the same mutation twice', () => {
    const twice = [{ finding: 'F-1', path: 'F-1.json', mutations: [GOOD, { ...GOOD }] }]
    expect(checkMutations(twice, SOURCES, [])).toEqual([`F-1.json: mutation 2 is there before: ${GOOD.find}`])
  })

  it('counts lines and fields of a mended finding, and needs twelve', () => {
    const tests = (count: number) => ({
      path: 'contracts/test/exchange/mutations/MintMutations.t.sol',
      text: Array.from({ length: count }, (_, index) => `function test_F1_RevertWhen_Field${index}() public {}\n`).join(''),
    })
    const lines = [{ finding: 'F-1', path: 'F-1.json', mutations: [GOOD] }]
    expect(checkMutations(lines, [...SOURCES, tests(11)], [1])).toEqual([])
    expect(checkMutations(lines, [...SOURCES, tests(10)], [1])).toEqual(['F-1 has 11 mutations (1 of lines, 10 of fields), and needs 12'])
    const passing = { ...tests(11), text: tests(11).text.replaceAll('RevertWhen_', 'When') }
    expect(checkMutations(lines, [...SOURCES, passing], [1])).toHaveLength(1)
    expect(checkMutations([], [tests(12)], [11])).toHaveLength(1)
  })
})
