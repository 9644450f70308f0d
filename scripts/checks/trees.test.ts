import { describe, expect, it } from 'vitest'
import { checkTrees } from './trees.ts'

const TREE = `cancel(key)
├── when the caller is not the owner
│   └── it should revert with NotOwner
├── given the order is spent: filled or cancelled
│   └── it should revert with Spent
├── when a field is changed
│   ├── it should revert with BadSignature
│   ├── when the salt is another
│   └── [F-2] when an untrusted series names it
├── when \`to\` re-enters (ERC-777)
│   └── it should pay once
├── the bounds
│   └── it should pass
├── it should log Cancel: of every version
├── it should carry over
└── it should never be renounced
`

const NAMES = [
  'test_RevertWhen_TheCallerIsNotTheOwner',
  'test_RevertGiven_TheOrderIsSpent',
  'testFuzz_RevertWhen_TheSaltIsAnother',
  'test_F2_RevertWhen_AnUntrustedSeriesNamesIt',
  'test_WhenToReenters',
  'invariant_TheBounds',
  'test_LogsCancel',
  'test_CarriesOver',
  'test_NeverIsRenounced',
]

const FOLDER = 'contracts/test/exchange/cancel'
const SOLIDITY = `${FOLDER}/Cancel.t.sol`
const tree = (text: string) => ({ path: `${FOLDER}/cancel.tree`, text })
const tests = (names: readonly string[], path = SOLIDITY) => ({
  path,
  text: `contract CancelTest {\n${names.map((name) => `    function ${name}() public {}\n`).join('')}}\n`,
})
const problemsOf = (text: string, names: readonly string[]) => checkTrees([tree(text), tests(names)])

describe('checkTrees', () => {
  it('takes a tree whose every line has its test', () => {
    expect(problemsOf(TREE, NAMES)).toEqual([])
  })

  it.each(NAMES)('names the line that lost %s', (name) => {
    const short = name.replace(/^(testFuzz|invariant)/, 'test')
    expect(
      problemsOf(
        TREE,
        NAMES.filter((other) => other !== name),
      ),
    ).toEqual([expect.stringMatching(new RegExp(`^${FOLDER}/cancel\\.tree:\\d+: ${SOLIDITY} has no ${short}$`))])
  })

  it('names the test that has no line', () => {
    expect(problemsOf(TREE, [...NAMES, 'testFuzz_Unheard'])).toEqual([
      `${SOLIDITY}:11: ${FOLDER}/cancel.tree has no line for testFuzz_Unheard`,
    ])
  })

  it('refuses a second line for a test', () => {
    const twice = TREE.replace('├── the bounds', '├── the bounds: of either end\n│   └── it should pass\n├── the bounds')
    expect(problemsOf(twice, NAMES)).toEqual([`${FOLDER}/cancel.tree:14: a second line stands for test_TheBounds of ${SOLIDITY}`])
  })

  it('refuses a second test for a line, under either prefix', () => {
    expect(problemsOf(TREE, [...NAMES, 'testFuzz_LogsCancel'])).toEqual([
      `${SOLIDITY}:11: testFuzz_LogsCancel is a second test for its line of ${FOLDER}/cancel.tree`,
    ])
  })

  it('distinguishes a refusal from a success by the outcome alone', () => {
    expect(problemsOf('f()\n└── when it is late\n    └── it should revert with Late\n', ['test_WhenItIsLate'])).toHaveLength(2)
    expect(problemsOf('f()\n└── when it is late\n    └── it should end\n', ['test_RevertWhen_ItIsLate'])).toHaveLength(2)
  })

  it('refuses a branch without an outcome, of its own or its group', () => {
    expect(problemsOf('f()\n└── when it is late\n', ['test_WhenItIsLate'])).toEqual([
      `${FOLDER}/cancel.tree:2: says no outcome ("it should …"): when it is late`,
    ])
  })

  it('refuses a line drawn below none or with the wrong strokes', () => {
    expect(problemsOf('f()\n│   └── it should end\n', ['test_Ends'])).toContain(
      `${FOLDER}/cancel.tree:2: is not below the line it belongs to`,
    )
    expect(problemsOf('f()\n├── it should end\n', ['test_Ends'])).toEqual([
      `${FOLDER}/cancel.tree:2: is drawn otherwise: └── it should end`,
    ])
  })

  it('compares each file of a folder with the roots that name it', () => {
    const text = 'Cancel::cancel(key)\n└── it should end\nHooks::cancel(key)\n└── it should stay shut\n'
    const hooks = `${FOLDER}/Hooks.t.sol`
    expect(checkTrees([tree(text), tests(['test_Ends']), tests(['test_StaysShut'], hooks)])).toEqual([])
    expect(checkTrees([tree(text), tests(['test_StaysShut']), tests(['test_Ends'], hooks)])).toHaveLength(4)
    expect(checkTrees([tree(text.replaceAll(/\w+::/g, '')), tests(['test_Ends']), tests(['test_StaysShut'], hooks)])).toContain(
      `${FOLDER}/cancel.tree: each root names its file ("Cancel::…"), since the folder has 2`,
    )
    expect(checkTrees([tree(text), tests(['test_Ends'])])).toEqual([`${FOLDER}/cancel.tree: names Hooks, which has no test`])
  })

  it('refuses tests without a tree, a tree without tests, and a second tree', () => {
    expect(checkTrees([tree(TREE)])).toEqual([`${FOLDER}/cancel.tree: has no test beside it`])
    expect(checkTrees([tests(NAMES)])).toEqual([`${SOLIDITY}: has tests, and ${FOLDER} no .tree`])
    expect(checkTrees([tree(TREE), { path: `${FOLDER}/other.tree`, text: TREE }, tests(NAMES)])).toHaveLength(1)
  })

  it('leaves out what is measured, and tests in comments', () => {
    const measures = tests(['test_Cancel'], `${FOLDER}/Gas.t.sol`)
    const vectors = tests(['test_Hashes'], 'contracts/test/exchange/vectors/Vectors.t.sol')
    const commented = { ...tests(NAMES), text: `${tests(NAMES).text}// function test_Old() public {}\n/* function test_Older() */\n` }
    expect(checkTrees([tree(TREE), commented, measures, vectors])).toEqual([])
    expect(problemsOf(TREE, [...NAMES, 'test_GasOfACancel'])).toEqual([])
  })
})
