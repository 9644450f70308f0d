import { posix } from 'node:path'
import type { Source } from './sources.ts'

export interface Texts {
  [key: string]: string | Texts
}

const PLURALS = /_(zero|one|two|few|many|other)$/
/** The server's data select keys with these prefixes: categories, and the console's groups, commands, options and columns. */
const CHOSEN_BY_DATA = /^(category|operator\.(act|choice|column|group|kind|option|role|section|state))\./
const PLACEHOLDER = /\{\{\s*[-\w]+/g

/** Every English text in the other language, which `language` names, with the same placeholders; every key in use known, every known key in use. */
export function checkTexts(en: Texts, other: Texts, sources: readonly Source[], language = 'Chinese'): string[] {
  const [english, translated] = [flatten(en), flatten(other)]
  const keysOf = (texts: Map<string, string>) => new Set([...texts.keys()].map((key) => key.replace(PLURALS, '')))
  const [englishKeys, otherKeys] = [keysOf(english), keysOf(translated)]
  return [
    ...[...englishKeys].filter((key) => !otherKeys.has(key)).map((key) => `text ${key} is missing in ${language}`),
    ...[...otherKeys].filter((key) => !englishKeys.has(key)).map((key) => `text ${key} is missing in English`),
    ...[...english].flatMap(([key, text]) => differingGaps(key, text, translated).map((problem) => `${problem} in ${language}`)),
    ...checkUse(englishKeys, sources),
  ]
}

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') found.set(prefix + key, value)
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) found.set(inner, text)
  }
  return found
}

function differingGaps(key: string, text: string, translated: ReadonlyMap<string, string>): string[] {
  const other = translated.get(key)
  if (other === undefined) return []
  const gapsOf = (of: string) => [...new Set(of.match(PLACEHOLDER) ?? [])].sort().join(' ')
  return gapsOf(text) === gapsOf(other) ? [] : [`text ${key} has other placeholders`]
}

function checkUse(keys: ReadonlySet<string>, sources: readonly Source[]): string[] {
  const literals = new Set<string>()
  const templates: { pattern: RegExp; words: ReadonlySet<string> }[] = []
  const unknown: string[] = []
  const byPath = new Map(sources.map((source) => [source.path, source]))
  for (const source of sources) {
    const { path, text } = source
    for (const [, literal = ''] of text.matchAll(/['"`]([\w.-]+)['"`]/g)) literals.add(literal.replace(PLURALS, ''))
    const patterns = [...text.matchAll(TEMPLATE)].map(([template]) => patternOf(template))
    const words = patterns.length > 0 ? wordsAround(source, byPath) : new Set<string>()
    templates.push(...patterns.map((pattern) => ({ pattern, words })))
    for (const [, key = ''] of text.matchAll(/\b(?:t|i18next\.t)\(\s*'([\w.-]+)'/g))
      if (!keys.has(key)) unknown.push(`${path}: text ${key} is unknown`)
  }
  const isSaid = (key: string) =>
    literals.has(key) ||
    templates.some(({ pattern, words }) => {
      const chosen = pattern.exec(key)?.slice(1)
      return chosen !== undefined && (CHOSEN_BY_DATA.test(key) || chosen.every((word) => words.has(word)))
    })
  const unused = [...keys].filter((key) => !isSaid(key))
  return [...unknown, ...unused.map((key) => `text ${key} is used nowhere`)]
}

const TEMPLATE = /`[\w-]+\.(?:[\w.-]|\$\{(?:[^`{}]|`[^`]*`)*\})*`/g

/** The keys that a template can make, what is chosen in it taken out. */
function patternOf(template: string): RegExp {
  const fixed = template.slice(1, -1).split(/\$\{(?:[^`{}]|`[^`]*`)*\}/)
  return new RegExp(`^${fixed.map((part) => part.replaceAll('.', '\\.')).join('([\\w-]+)')}$`)
}

/** How far the values of a template are looked for: in its own file, in what it imports, and in what that does. */
const STEPS = 2

function wordsAround(source: Source, byPath: ReadonlyMap<string, Source>): Set<string> {
  const around = new Set([source])
  for (let step = 0; step < STEPS; step++) for (const each of [...around]) for (const found of importsOf(each, byPath)) around.add(found)
  const words = [...around].flatMap(({ text }) => [...text.matchAll(/'([\w-]+)'|\b([\w-]+)\??:/g)])
  return new Set(words.flatMap(([, literal, property]) => literal ?? property ?? []))
}

/** Its neighbours' files, and those of the packages that declare what it takes of them. */
function importsOf({ path, text }: Source, byPath: ReadonlyMap<string, Source>): Source[] {
  return [...text.matchAll(/import (?:type )?(?:\{([^}]*)\} )?from '([^']+)'/g)].flatMap(([, taken = '', from = '']) => {
    if (from.startsWith('.')) return byPath.get(posix.join(posix.dirname(path), from)) ?? []
    const folder = /^@plinth\/(\w+)$/.exec(from)?.[1]
    const names = taken.split(',').flatMap((name) => /\w+$/.exec(name.trim().split(' as ')[0] ?? '')?.[0] ?? [])
    if (folder === undefined || names.length === 0) return []
    const declares = new RegExp(`export (?:const|function|type|interface) (?:${names.join('|')})\\b`)
    return [...byPath.values()].filter((each) => each.path.startsWith(`packages/${folder}/src/`) && declares.test(each.text))
  })
}
