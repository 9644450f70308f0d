import { isMoreFile, isMoreTest } from '../testing/more.ts'
import type { Source } from './sources.ts'

const LISTS = [
  'docs/spec/checklist.md',
  'docs/spec/checklist2.md',
  'docs/spec/checklist3.md',
  'docs/spec/findings.md',
  'docs/spec/findings3.md',
] as const
export const DECISIONS = 'docs/spec/decisions.md'
/** Rows that no test names yet. */
const OPEN = 'docs/spec/open.md'

const ID = /[A-Z][A-Z0-9]*-\d+/g
/** Ids at the start of a title: `[SALE-19]`, `[SALE-19] [BUY-02]`, `[SALE-19, BUY-02]`. */
const MARKS = /^\s*(?:\[(?:[A-Z][A-Z0-9]*-\d+[ ,]*)+\]\s*)+/

export interface Requirements {
  /** Text of each row by its id. */
  rows: Map<string, string>
  /** Files of the tests that name an id. */
  named: Map<string, Set<string>>
  /** Ids that a test of `npm test` names: the others are named in `npm run test:more` alone. */
  byDefault: Set<string>
  /** Ids covered by a decision instead of a test, with the reason. */
  settled: Set<string>
  /** Ids that `OPEN` lists. */
  open: Set<string>
}

const isTest = (path: string) => /\.(test|spec)\.tsx?$|\.t\.sol$|\/test\/.*\.tsx?$/.test(path)

/** Ids that titles of tests begin with, and whether `npm test` runs the test; in Solidity, comments. */
function idsIn({ path, text }: Source): { id: string; isDefault: boolean }[] {
  const starts = path.endsWith('.sol') ? text.matchAll(/\/\/\/?[ \t]*(\[[^\n]*)/g) : text.matchAll(/['"`](\[[A-Z][^\n]*)/g)
  const isMore = isMoreFile(text)
  return [...starts].flatMap(({ index, 1: title = '' }) => {
    const marks = MARKS.exec(title)?.[0] ?? ''
    const isDefault = !isMore && !isMoreTest(text, index + marks.length)
    return (marks.match(ID) ?? []).map((id) => ({ id, isDefault }))
  })
}

export function readRequirements(documents: readonly Source[], tests: readonly Source[]): Requirements {
  const textOf = (path: string) => documents.find((document) => document.path === path)?.text ?? ''
  const rows = new Map<string, string>()
  for (const list of LISTS)
    for (const [, id = '', text = ''] of textOf(list).matchAll(/^- \[([A-Z][A-Z0-9]*-\d+)\] (.*)$/gm)) rows.set(id, text)
  const named = new Map<string, Set<string>>()
  const byDefault = new Set<string>()
  for (const test of tests.filter(({ path }) => isTest(path)))
    for (const { id, isDefault } of idsIn(test)) {
      named.set(id, (named.get(id) ?? new Set()).add(test.path))
      if (isDefault) byDefault.add(id)
    }
  const settling = textOf(DECISIONS).matchAll(/^not tested: (.*?) because .{15,}$/gm)
  const settled = new Set([...settling].flatMap(([, ids = '']) => ids.match(ID) ?? []))
  const open = new Set([...textOf(OPEN).matchAll(/^- (.*)$/gm)].flatMap(([, ids = '']) => ids.match(ID) ?? []))
  return { rows, named, byDefault, settled, open }
}

/** Every row is named by a test, settled by a decision, or listed as open: one of the three. */
export function checkRequirements({ rows, named, settled, open }: Requirements): string[] {
  const unknown = [
    ...[...named].map(([id, files]) => [id, [...files].join(', ')] as const),
    ...[...settled].map((id) => [id, DECISIONS] as const),
    ...[...open].map((id) => [id, OPEN] as const),
  ].filter(([id]) => !rows.has(id))
  return [
    ...unknown.map(([id, where]) => `[${id}] in ${where} is no row of ${LISTS.join(', ')}`),
    ...[...rows.keys()]
      .filter((id) => !named.has(id) && !settled.has(id) && !open.has(id))
      .map((id) => `[${id}] is named by no test: write one, settle it in ${DECISIONS}, or list it in ${OPEN}`),
    ...[...open].filter((id) => named.has(id) || settled.has(id)).map((id) => `[${id}] is named or settled: take it out of ${OPEN}`),
  ]
}
