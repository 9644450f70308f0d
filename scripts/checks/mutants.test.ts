import { describe, expect, it } from 'vitest'
import { suitesOf } from '../testing/mutants.ts'
import { checkMutants } from './mutants.ts'

const FILE = 'packages/protocol/src/fees.ts'
const UNKNOWN = 'SALE-99'
const SUITE = 'packages/protocol/src/fees.test.ts'
const SOURCES = [
  { path: FILE, text: "const text = value.padStart(2, '0')\ncheck(value)\ncheck(value)\n" },
  { path: SUITE, text: "it('[SALE-28] shows two decimals')\n" },
  { path: 'long.test.ts', text: '/** @module-tag more */\n' },
  { path: 'contracts/src/Fees.sol', text: 'if (a) revert A();\n' },
  { path: 'contracts/test/Fees.t.sol', text: 'function test_RevertWhen_A() public {}\n' },
]
const GOOD = { id: 'SALE-28', change: 'decimals are not padded', file: FILE, find: ".padStart(2, '0')", replace: '', by: [SUITE] }
const OF_CONTRACT = {
  id: 'SALE-28',
  change: 'A is taken',
  contract: 'Fees',
  file: 'contracts/src/Fees.sol',
  find: 'if (a) revert A();',
  replace: '',
  test: 'contracts/test/Fees.t.sol:test_RevertWhen_A',
  error: 'next call did not revert as expected',
}
const check = (...mutants: Parameters<typeof checkMutants>[0]) => checkMutants(mutants, SOURCES, new Set(['SALE-28']))

describe('checkMutants', () => {
  it('takes a change that fits its source, with suites or with a test of forge, and one that no suite finds', () => {
    expect(check(GOOD, OF_CONTRACT)).toEqual([])
    expect(check({ ...GOOD, by: [] })).toEqual([])
  })

  it.each([
    ['text that is gone', { find: '.padEnd(2)' }, `stands in ${FILE} 0 times: .padEnd(2)`],
    ['text that stands twice', { find: 'check(value)' }, `stands in ${FILE} 2 times: check(value)`],
    ['no change', { replace: GOOD.find }, `changes nothing: ${GOOD.find}`],
    ['a suite that is gone', { by: ['gone.test.ts'] }, 'there is no gone.test.ts'],
    ['a suite of test:more', { by: ['long.test.ts'] }, 'is found by long.test.ts, which `npm test` does not run'],
    ['an id that is no requirement', { id: UNKNOWN }, `[${UNKNOWN}] is no requirement`],
    ['a change without words', { change: ' ' }, `says no change for ${GOOD.find}`],
  ])('refuses %s', (_, part, problem) => {
    const mutant = { ...GOOD, ...part }
    expect(check(mutant)).toEqual([`scripts/testing/mutants.json: ${mutant.id} ${problem}`])
  })

  it('refuses the same change twice, and a row of a contract that does not fit', () => {
    expect(check(GOOD, { ...GOOD })).toEqual([`scripts/testing/mutants.json: SALE-28 is there before: ${GOOD.find}`])
    expect(check({ ...OF_CONTRACT, error: '?' })).toEqual([
      `scripts/testing/mutants.json: mutation 1 leaves the error open for ${OF_CONTRACT.find}`,
    ])
  })
})

describe('suitesOf', () => {
  it('finds suites that name the requirement or import the file, each once, and no stories', () => {
    const named = new Map([['SALE-28', new Set([SUITE, 'e2e/stories/trade.spec.ts', 'contracts/test/Fees.t.sol'])]])
    const imports = [
      { from: SUITE, to: FILE },
      { from: 'packages/protocol/src/index.ts', to: FILE },
      { from: 'packages/protocol/src/trades.test.ts', to: FILE },
      { from: 'packages/protocol/src/other.test.ts', to: 'packages/protocol/src/other.ts' },
    ]
    expect(suitesOf(GOOD, named, imports)).toEqual([SUITE, 'packages/protocol/src/trades.test.ts'])
  })
})
