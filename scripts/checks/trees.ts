import { basename, dirname } from 'node:path'
import type { Source } from './sources.ts'

/** A line of a tree, with the lines below it. */
interface Line {
  text: string
  /** In its file, from 1. */
  at: number
  below: Line[]
}

interface Named {
  name: string
  at: number
}

/** The tests of one Solidity file, by its name without the ending. */
interface Tests {
  path: string
  file: string
  /** `call` is the full name. */
  tests: (Named & { call: string })[]
}

const INDENT = /^(?:[│├└─]|\s)*/

/** Gas.t.sol measures against gas.json, Vectors.t.sol recomputes the golden vectors: those files hold their rows. */
const MEASURES = /(?:^|\/)(?:Gas|Vectors)\.t\.sol$/
const isMeasure = (name: string) => name.startsWith('GasOf')

const isOutcome = (text: string) => /^it should(?: never)? /.test(text)

/** As bulloak: all words capitalised and joined. The name ends where a comma, colon, semicolon or parenthesis explains. */
function joinWords(text: string): string {
  const words = (text.split(/[,:;(]/)[0] ?? '').replace(/[^\p{L}\p{N}\s]/gu, '').split(/\s+/)
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
}

/** Of an outcome: "log Buy" is `LogsBuy`, "carry" `Carries`, "never move" `NeverMoves`. */
function inThirdPerson(outcome: string): string {
  const [, never = '', verb = '', rest = ''] = /^it should (never )?([^\s,:;(]+)(.*)$/.exec(outcome) ?? []
  const ending = /(?:s|x|z|ch|sh)$/.test(verb) ? 'es' : 's'
  const third = verb === 'be' ? 'is' : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}${ending}`
  return `${never}${third}${rest}`
}

/** The finding's id comes first: `[F-2] when …` is `F2_When…`. */
function takeFindings(text: string): { findings: string; rest: string } {
  const [marks = ''] = /^(?:\[F-\d+\]\s*)*/.exec(text) ?? []
  return { findings: [...marks.matchAll(/\d+/g)].map(([id]) => `F${id}_`).join(''), rest: text.slice(marks.length) }
}

function nameOf(line: Line, outcome: string | undefined): string {
  const { findings, rest } = takeFindings(line.text)
  if (isOutcome(rest)) return findings + joinWords(inThirdPerson(rest))
  const condition = /^(given|when) (.*)$/.exec(rest)
  if (!condition || !outcome?.startsWith('it should revert')) return findings + joinWords(rest)
  return `${findings}Revert${joinWords(condition[1] ?? '')}_${joinWords(condition[2] ?? '')}`
}

/**
 * The tests of the lines below a root. A branch with branches below it groups them, and its outcome is theirs where
 * they have none of their own; every other branch is a test. So is an outcome directly below the root.
 */
function listNamed(lines: readonly Line[], outcome: string | undefined, say: (at: number, problem: string) => void): Named[] {
  return lines.flatMap((line): Named[] => {
    const branches = line.below.filter(({ text }) => !isOutcome(text))
    const own = line.below.find(({ text }) => isOutcome(text))?.text ?? outcome
    if (branches.length > 0) return listNamed(branches, own, say)
    if (!own && !isOutcome(takeFindings(line.text).rest)) say(line.at, `says no outcome ("it should …"): ${line.text}`)
    return [{ name: nameOf(line, own), at: line.at }]
  })
}

/** Tests by file; a root of a folder with several files begins with the file's name: `Sale::exchange(order, …)`. */
function readTree({ text }: Pick<Source, 'text'>): { roots: { file?: string; lines: Named[] }[]; problems: string[] } {
  const problems: string[] = []
  const say = (at: number, problem: string) => problems.push(`${at}: ${problem}`)
  const roots: Line[] = []
  const open: Line[] = []
  for (const [index, raw] of text.trimEnd().split('\n').entries()) {
    const depth = ((INDENT.exec(raw)?.[0].length ?? 0) / 4) | 0
    const line: Line = { text: raw.replace(INDENT, ''), at: index + 1, below: [] }
    const above = depth === 0 ? { below: roots } : open[depth - 1]
    if (!above || line.text === '') say(line.at, 'is not below the line it belongs to')
    else {
      above.below.push(line)
      open.splice(depth, open.length, line)
    }
  }
  const drawn = roots.flatMap((root) => [root.text, ...draw(root.below, '')])
  for (const [index, raw] of text.trimEnd().split('\n').entries()) {
    if (problems.length === 0 && raw !== drawn[index]) say(index + 1, `is drawn otherwise: ${drawn[index]}`)
  }
  return {
    problems,
    roots: roots.map((root) => {
      const file = /^(\w+)::/.exec(root.text)?.[1]
      return { ...(file && { file }), lines: listNamed(root.below, undefined, say) }
    }),
  }
}

function draw(lines: readonly Line[], before: string): string[] {
  return lines.flatMap(({ text, below }, index) => {
    const isLast = index === lines.length - 1
    return [`${before}${isLast ? '└' : '├'}── ${text}`, ...draw(below, `${before}${isLast ? ' ' : '│'}   `)]
  })
}

function readTests({ path, text }: Source): Tests {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '))
  const tests = [...code.matchAll(/\bfunction\s+((?:testFuzz|test|invariant)_?(\w+))\s*\(/g)].map((match) => ({
    call: match[1] ?? '',
    name: match[2] ?? '',
    at: code.slice(0, match.index).split('\n').length,
  }))
  return {
    path,
    file: basename(path).replace(/(?:\.t)?\.sol$/, ''),
    tests: MEASURES.test(path) ? [] : tests.filter(({ name }) => !isMeasure(name)),
  }
}

function listRepeated<T extends Named>(named: readonly T[]): T[] {
  return named.filter(({ name }, index) => named.findIndex((other) => other.name === name) < index)
}

function compareFolder(folder: string, trees: readonly Source[], sources: readonly Source[]): string[] {
  const files = sources.map(readTests).filter(({ tests }) => tests.length > 0)
  const [tree, second] = trees
  if (!tree) return files.map(({ path }) => `${path}: has tests, and ${folder} no .tree`)
  if (files.length === 0) return [`${tree.path}: has no test beside it`]
  if (second) return [`${second.path}: is the second .tree of ${folder}, which has ${tree.path}`]
  const { roots, problems } = readTree(tree)
  const found = problems.map((problem) => `${tree.path}:${problem}`)
  const alone = files.length === 1 ? files[0]?.file : undefined
  for (const { file = alone, lines } of roots) {
    if (!file) found.push(`${tree.path}: each root names its file ("${files[0]?.file}::…"), since the folder has ${files.length}`)
    else if (!files.some((other) => other.file === file)) found.push(`${tree.path}: names ${file}, which has no test`)
    else if (lines.length === 0) found.push(`${tree.path}: a root of ${file} has no line`)
  }
  for (const { path, file, tests } of files) {
    const lines = roots.filter((root) => (root.file ?? alone) === file).flatMap((root) => root.lines)
    const [inTree, inTests] = [lines, tests].map((named) => new Set(named.map(({ name }) => name)))
    for (const { name, at } of lines) if (!inTests?.has(name)) found.push(`${tree.path}:${at}: ${path} has no test_${name}`)
    for (const { name, call, at } of tests) if (!inTree?.has(name)) found.push(`${path}:${at}: ${tree.path} has no line for ${call}`)
    for (const { name, at } of listRepeated(lines)) found.push(`${tree.path}:${at}: a second line stands for test_${name} of ${path}`)
    for (const { call, at } of listRepeated(tests)) found.push(`${path}:${at}: ${call} is a second test for its line of ${tree.path}`)
  }
  return found
}

/** Differences between the trees of the contracts' tests and the tests. */
export function checkTrees(sources: readonly Source[]): string[] {
  const folders = Map.groupBy(sources, ({ path }) => dirname(path))
  return [...folders].flatMap(([folder, files]) =>
    compareFolder(
      folder,
      files.filter(({ path }) => path.endsWith('.tree')),
      files.filter(({ path }) => path.endsWith('.sol')),
    ),
  )
}
