import type { Source } from './sources.ts'

export interface Texts {
  [key: string]: string | Texts
}

const PLURALS = /_(zero|one|two|few|many|other)$/
/** Groups whose keys the product's documents name (I18N-03 to I18N-09): they exist whether or not a screen shows them yet. */
const DOCUMENTED = /^(404|category|dialog|form|global|request)\./
const PLACEHOLDER = /\{\{\s*[-\w]+/g

/** Every text in both languages with the same gaps to fill, every key in use known, every known key in use. */
export function checkTexts(en: Texts, zh: Texts, sources: readonly Source[]): string[] {
  const [english, chinese] = [flatten(en), flatten(zh)]
  const keysOf = (texts: Map<string, string>) => new Set([...texts.keys()].map((key) => key.replace(PLURALS, '')))
  const [englishKeys, chineseKeys] = [keysOf(english), keysOf(chinese)]
  return [
    ...[...englishKeys].filter((key) => !chineseKeys.has(key)).map((key) => `text ${key} is missing in Chinese`),
    ...[...chineseKeys].filter((key) => !englishKeys.has(key)).map((key) => `text ${key} is missing in English`),
    ...[...english].flatMap(([key, text]) => differingGaps(key, text, chinese)),
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

function differingGaps(key: string, text: string, chinese: ReadonlyMap<string, string>): string[] {
  const other = chinese.get(key)
  if (other === undefined) return []
  const gapsOf = (of: string) => [...new Set(of.match(PLACEHOLDER) ?? [])].sort().join(' ')
  return gapsOf(text) === gapsOf(other) ? [] : [`text ${key} has other placeholders in Chinese`]
}

function checkUse(keys: ReadonlySet<string>, sources: readonly Source[]): string[] {
  const literals = new Set<string>()
  const prefixes = new Set<string>()
  const unknown: string[] = []
  for (const { path, text } of sources) {
    for (const [, literal = ''] of text.matchAll(/['"`]([\w.-]+)['"`]/g)) literals.add(literal.replace(PLURALS, ''))
    for (const [, prefix = ''] of text.matchAll(/`([\w.-]+\.)\$\{/g)) prefixes.add(prefix)
    for (const [, key = ''] of text.matchAll(/\b(?:t|i18next\.t)\(\s*'([\w.-]+)'/g))
      if (!keys.has(key)) unknown.push(`${path}: text ${key} is unknown`)
  }
  const unused = [...keys].filter(
    (key) => !DOCUMENTED.test(key) && !literals.has(key) && ![...prefixes].some((prefix) => key.startsWith(prefix)),
  )
  return [...unknown, ...unused.map((key) => `text ${key} is used nowhere`)]
}
