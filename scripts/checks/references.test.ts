import { describe, expect, it } from 'vitest'
import { checkReferences } from './references.ts'

const DECISIONS = { path: 'docs/spec/decisions.md', text: '6. **Prefix** `/api`\n22a. **No Permit2.**\n' }
const DOCUMENT_A = { path: 'docs/spec/A-shell-browsing-accounts.md', text: '## 4. States and transitions\n' }
const WIRE = { path: 'docs/spec/wire.md', text: '## 6. Server jobs\n### 6.3 Gas tracker\n' }
const ADR = { path: 'docs/adr/0006-small-first-view.md', text: '# 6. A small first view\n' }
const FILES = [DECISIONS, DOCUMENT_A, WIRE, ADR].map(({ path }) => path).concat('docs/gas.md', 'apps/web/src/lib/api.ts')
const ROWS = new Map([['SALE-19', 'Refuses a zero price']])

const code = (comment: string) => ({ path: 'apps/web/src/lib/api.ts', text: `const a = 1 // ${comment}\n` })
const page = (text: string) => ({ path: 'docs/page.md', text })
const problems = (source: { path: string; text: string }) => checkReferences([DECISIONS, DOCUMENT_A, WIRE, ADR, source], ROWS, FILES)

describe('references', () => {
  it.each([
    'as decision 6 says, and decisions 6 and 22a',
    'the states of A §4',
    'every minute (wire 6.3)',
    'ADR 6',
    'see docs/gas.md and lib/api.ts',
    '[SALE-19]',
  ])('takes what resolves: %s', (text) => {
    expect([...problems(code(text)), ...problems(page(text))]).toEqual([])
  })

  it.each([
    ['as decision 7 says', 'no decision 7'],
    ['decisions 6, 22b', 'no decision 22b'],
    ['the states of A §5', `no section 5 in ${DOCUMENT_A.path}`],
    ['B§4', 'no section 4 in docs/spec/B-trading-creation.md'],
    ['every minute (wire 6.4)', `no section 6.4 in ${WIRE.path}`],
    ['ADR 7', 'no ADR 7 in docs/adr'],
    ['see contracts.md', 'no file contracts.md'],
    ['see ../lib/wire.ts', 'no file ../lib/wire.ts'],
    ['[SALE-20]', 'no row SALE-20 in docs/spec'],
  ])('refuses %s', (text, problem) => {
    expect(problems(code(text))).toEqual([`apps/web/src/lib/api.ts:1: ${problem}`])
    expect(problems(page(text))).toEqual([`docs/page.md:1: ${problem}`])
  })

  it('follows links of pages, to files, folders and headings', () => {
    expect(problems(page('[gas](gas.md), [decisions](spec), [A](spec/A-shell-browsing-accounts.md#4-states-and-transitions)'))).toEqual([])
    expect(problems(page('[gas](../gas.md)'))).toEqual(['docs/page.md:1: no file for the link ../gas.md'])
    expect(problems(page('[A](spec/A-shell-browsing-accounts.md#5-rules)'))).toEqual([
      'docs/page.md:1: no heading for the link spec/A-shell-browsing-accounts.md#5-rules',
    ])
  })

  it('reads prose alone: no code, no fenced example', () => {
    expect(problems({ path: 'apps/web/src/lib/api.ts', text: "const decision = 'decision 7'\n" })).toEqual([])
    expect(problems(page('```\nsee contracts.md\n```\n'))).toEqual([])
  })

  it('lets a list of findings name the files of its day', () => {
    expect(problems({ path: 'docs/spec/findings.md', text: 'contracts.md' })).toEqual([])
    expect(problems({ path: 'docs/spec/findings.md', text: 'decision 7' })).toHaveLength(1)
  })
})
