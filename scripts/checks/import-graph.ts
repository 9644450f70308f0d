import { dirname, join } from 'node:path/posix'
import type { Source } from './sources.ts'

export interface Import {
  from: string
  /** Path from the root for relative imports, else the package as written. */
  to: string
  isRelative: boolean
  /** Type imports, erased before anything runs. */
  isType: boolean
}

const STATEMENT =
  /^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

export function listImports({ path, text }: Source): Import[] {
  return [...text.matchAll(STATEMENT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? ''
    const isRelative = specifier.startsWith('.')
    const isType = /^\s*(import|export)\s+type\b/.test(match[0])
    return { from: path, to: isRelative ? join(dirname(path), specifier) : specifier, isRelative, isType }
  })
}
