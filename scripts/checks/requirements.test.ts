import { describe, expect, it } from 'vitest'
import { checkRequirements, readRequirements } from './requirements.ts'

/** Written so that these are no ids of this very file. */
const title = (id: string) => `it('[${id}] does it')\n`
const CHECKLIST = { path: 'docs/spec/checklist.md', text: '- [SALE-01] Lists an item\n- [SALE-02] Ends a listing\n- [BUY-01] Buys\n' }
const OPEN = { path: 'docs/spec/open.md', text: '- BUY-01\n' }
const TEST = { path: 'apps/server/src/sale.test.ts', text: title('SALE-01') + title('SALE-02') }
const problems = (documents = [CHECKLIST, OPEN], tests = [TEST]) => checkRequirements(readRequirements(documents, tests))
const decision = (line: string) => ({ path: 'docs/spec/decisions.md', text: `${line}\n` })

describe('requirements', () => {
  it('takes rows that a test names or that are listed as open', () => expect(problems()).toEqual([]))

  it('refuses a row that no test names', () => {
    expect(problems([CHECKLIST], [TEST])).toEqual([expect.stringContaining('BUY-01] is named by no test')])
  })

  it('takes several ids in one title, and the comment above a Solidity test', () => {
    const both = { path: 'contracts/test/Sale.t.sol', text: '    /// [SALE-02] [BUY-01]\n    function test_Ends() public {}\n' }
    const first = { ...TEST, text: title('SALE-01, BUY-01') }
    expect(problems([CHECKLIST], [first, both])).toEqual([])
  })

  it('takes a decision with its reason, and none without', () => {
    expect(problems([CHECKLIST, decision('not tested: BUY-01 because no document shows what it costs')])).toEqual([])
    expect(problems([CHECKLIST, decision('not tested: BUY-01')])).toHaveLength(1)
  })

  it('refuses an id that is no row, in a test, a decision or the open list', () => {
    const strange = { ...TEST, text: TEST.text + title('SALE-99') }
    expect(problems([CHECKLIST, OPEN], [strange])).toEqual([expect.stringContaining(`SALE-99] in ${TEST.path}`)])
    expect(problems([CHECKLIST, { ...OPEN, text: '- BUY-01, BUY-02\n' }])).toEqual([
      expect.stringContaining('BUY-02] in docs/spec/open.md'),
    ])
  })

  it('refuses an open row that a test names', () => {
    const named = { ...TEST, text: TEST.text + title('BUY-01') }
    expect(problems([CHECKLIST, OPEN], [named])).toEqual([expect.stringContaining('take it out of docs/spec/open.md')])
  })

  it('takes no id that stands inside a title or in other code', () => {
    const inside = { ...TEST, text: `${TEST.text}it('says [BUY-01]')\nconst at = list[BUY-01]\n` }
    expect(problems([CHECKLIST], [inside])).toHaveLength(1)
  })

  it('knows ids that only tests of `npm run test:more` name, by the tag of the file or of the test', () => {
    const tag = ['{ tags', "'more' }"].join(': ')
    const text = title('SALE-01').replace(')', ', () => undefined)') + title('SALE-02').replace(')', `, ${tag}, () => undefined)`)
    const whole = { path: 'apps/server/src/buy.test.ts', text: `/** @${'module'}-tag more */\n${title('BUY-01')}` }
    const { named, byDefault } = readRequirements([CHECKLIST], [{ ...TEST, text }, whole])
    expect([[...named.keys()], [...byDefault]]).toEqual([['SALE-01', 'SALE-02', 'BUY-01'], ['SALE-01']])
  })
})
