import { posix } from 'node:path'
import { DECISIONS } from './requirements.ts'
import type { Source } from './sources.ts'

const SPEC = { A: 'docs/spec/A-shell-browsing-accounts.md', B: 'docs/spec/B-trading-creation.md', wire: 'docs/spec/wire.md' } as const
const PATH = /(?<![\w./{}*-])(?:\.\.?\/)*(?:[\w@-][\w@.-]*\/)*[\w@-][\w@.-]*\.(?:md|ts|tsx|mjs|sol|css|tree)\b(?![\w{}*/-])/g

/** Possible targets of a reference. */
interface Targets {
  /** Every file, and every folder that holds one. */
  paths: ReadonlySet<string>
  /** All path suffixes: `lib/api.ts` and `api.ts` of `apps/web/src/lib/api.ts`. */
  ends: ReadonlySet<string>
  decisions: ReadonlySet<string>
  sections: Record<keyof typeof SPEC, ReadonlySet<string>>
  adrs: ReadonlySet<number>
  /** Anchors of each Markdown page. */
  anchors: ReadonlyMap<string, ReadonlySet<string>>
}

/** A piece of prose: a page's line, or a line's comment. */
interface Line {
  path: string
  at: number
  text: string
}

const matches = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, found = '']) => found)

/** As GitHub makes them from headings. */
function anchorOf(heading: string): string {
  const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')
  return words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

function findTargets(documents: readonly Source[], files: readonly string[]): Targets {
  const parts = files.map((path) => path.split('/'))
  const textOf = (path: string) => documents.find((document) => document.path === path)?.text ?? ''
  const sectionsOf = (path: string) => new Set(matches(textOf(path), /^##+ (\d+(?:\.\d+)?)/gm))
  const headings = (text: string) => new Set(matches(text, /^#+ (.*)$/gm).map(anchorOf))
  return {
    paths: new Set(parts.flatMap((path) => path.map((_, index) => path.slice(0, index + 1).join('/')))),
    ends: new Set(parts.flatMap((path) => path.map((_, index) => path.slice(index).join('/')))),
    decisions: new Set(matches(textOf(DECISIONS), /^(\d+[a-z]?)\. /gm)),
    sections: { A: sectionsOf(SPEC.A), B: sectionsOf(SPEC.B), wire: sectionsOf(SPEC.wire) },
    adrs: new Set(documents.flatMap(({ path }) => matches(path, /^docs\/adr\/(\d+)-/g).map(Number))),
    anchors: new Map(documents.map(({ path, text }) => [path, headings(text)])),
  }
}

/** Prose only: what a program reads is checked by what reads it. Fenced examples are left out. */
function linesOf({ path, text }: Source): Line[] {
  const isPage = path.endsWith('.md')
  let isFenced = false
  return text.split('\n').flatMap((line, index) => {
    if (isPage && line.trimStart().startsWith('```')) isFenced = !isFenced
    const prose = isPage ? (isFenced ? undefined : line) : /(?:^\s*\*|\/\*+|(?:^|\s)\/\/)(.*)$/.exec(line)?.[1]
    return prose === undefined ? [] : [{ path, at: index + 1, text: prose }]
  })
}

/** Lists of findings and of what is to come refer to files of their time. */
const isOfItsDay = (path: string) => /^docs\/spec\/(findings3?|checklist3)\.md$|^CHANGELOG\.md$/.test(path)

function findPath({ path, text }: Line, { paths, ends }: Targets): string[] {
  if (isOfItsDay(path)) return []
  const isThere = (name: string) => ends.has(name) || paths.has(posix.join(posix.dirname(path), name))
  const names = text.replace(/\]\([^)]*\)/g, ']').match(PATH) ?? []
  return names.filter((name) => !isThere(name)).map((name) => `no file ${name}`)
}

function findLinks({ path, text }: Line, { paths, anchors }: Targets): string[] {
  if (!path.endsWith('.md')) return []
  return matches(text, /\]\(([^)\s]+)\)/g)
    .filter((link) => !/^[a-z]+:/.test(link))
    .flatMap((link) => {
      const [name = '', anchor] = link.split('#')
      const to = name === '' ? path : posix.join(posix.dirname(path), name)
      if (!paths.has(to)) return [`no file for the link ${link}`]
      return anchor === undefined || anchors.get(to)?.has(anchor) ? [] : [`no heading for the link ${link}`]
    })
}

function findNumbers({ text }: Line, { decisions, sections, adrs }: Targets): string[] {
  const numbers = (list: string) => list.match(/\d+(?:\.\d+)?[a-z]?/g) ?? []
  const problems = matches(text, /\bdecisions? (\d+[a-z]?(?:(?:, | and | or )\d+[a-z]?)*)/gi)
    .flatMap(numbers)
    .filter((number) => !decisions.has(number))
    .map((number) => `no decision ${number}`)
  for (const [, name = '', number = ''] of text.matchAll(/\b([AB]) ?§ ?(\d+)/g))
    if (!sections[name as 'A' | 'B'].has(number)) problems.push(`no section ${number} in ${SPEC[name as 'A' | 'B']}`)
  for (const number of matches(text, /\bwire (\d+(?:\.\d+)?)/g))
    if (!sections.wire.has(number)) problems.push(`no section ${number} in ${SPEC.wire}`)
  for (const number of matches(text, /\bADR (\d+)/g)) if (!adrs.has(Number(number))) problems.push(`no ADR ${number} in docs/adr`)
  return problems
}

/** Requirement ids in prose; `checkRequirements` covers titles of tests. */
function findIds({ path, text }: Line, rows: ReadonlyMap<string, string>): string[] {
  if (/\.t\.sol$/.test(path)) return []
  return matches(text, /\[([A-Z][A-Z0-9]*-\d+)\](?!\()/g)
    .filter((id) => !rows.has(id))
    .map((id) => `no row ${id} in docs/spec`)
}

/** Each reference in prose resolves to something in the repository. */
export function checkReferences(sources: readonly Source[], rows: ReadonlyMap<string, string>, files: readonly string[]): string[] {
  const targets = findTargets(
    sources.filter(({ path }) => path.endsWith('.md')),
    files,
  )
  return sources
    .flatMap(linesOf)
    .flatMap((line) =>
      [...findNumbers(line, targets), ...findLinks(line, targets), ...findPath(line, targets), ...findIds(line, rows)].map(
        (problem) => `${line.path}:${line.at}: ${problem}`,
      ),
    )
}
