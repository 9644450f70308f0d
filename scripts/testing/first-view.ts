import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Size limit of the first view's scripts, gzipped. */
export const MOST_SCRIPT = 165_000

/** The same of pages, besides the first view (docs/performance.md). */
export const MOST_OF_PAGE: Readonly<Record<string, number>> = { detail: 42_500, explore: 35_500, collection: 42_000, rankings: 18_250 }
/** Scripts and styles of an item's page besides the first view: a browser fetches six at a time. */
export const MOST_FILES_OF_ITEM = 14
/** Of the table of works, which comes with that density alone. */
export const MOST_OF_TABLE = 24_000
/** Of the ledger of My items, which comes without the gallery's cards. */
export const MOST_OF_LEDGER = 34_500
/** Of the charts of a collection, which come with their tab alone; the table of holders is among them, as the page has it no more. */
export const MOST_OF_CHARTS = 23_600

export const gzippedSize = (bodies: readonly Uint8Array[]): number => bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)

/** The scripts of a build that home loads, from its folder: those of index.html, home's own, and all their imports. */
export function scriptsOfHome(dist: string): string[] {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const asked = [...page.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? '')
  const found = new Set<string>()
  for (const path of asked) addImports(dist, path, found)
  return [...found]
}

/** A part of a page that comes when it is chosen: its own script and all that it imports which neither home nor the page has. */
export function scriptsOfPart(dist: string, part: string, page: readonly string[]): string[] {
  const own = readdirSync(join(dist, 'assets')).filter((name) => name.startsWith(`${part}-`) && name.endsWith('.js'))
  if (own.length !== 1) throw new Error(`${part} is no script of its own: ${own.join(', ')}`)
  const found = new Set<string>()
  addImports(dist, `assets/${own[0]}`, found)
  const known = new Set([...scriptsOfHome(dist), ...page])
  return [...found].filter((path) => !known.has(path))
}

function addImports(dist: string, path: string, found: Set<string>): void {
  if (found.has(path)) return
  found.add(path)
  const code = readFileSync(join(dist, path), 'utf8')
  for (const [, name = ''] of code.matchAll(/\bimport\s*(?:[\w*{][^;"'()]*?from\s*)?["']\.\/([^"']+\.js)["']/g))
    addImports(dist, `assets/${name}`, found)
  for (const [, name = ''] of code.matchAll(/\bimport\(\s*["'`]\.\/(home-[^"'`]+\.js)["'`]\s*\)/g))
    addImports(dist, `assets/${name}`, found)
}
