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

/** Each cycle once, those of types too, as `a → b → a`. */
export function findCycles(imports: readonly Import[]): string[] {
  const next = Map.groupBy(
    imports.filter(({ isRelative }) => isRelative),
    ({ from }) => from,
  )
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, trail: readonly string[]) => {
    const at = trail.indexOf(file)
    if (at >= 0) {
      cycles.push([...trail.slice(at), file].join(' → '))
      return
    }
    if (done.has(file)) return
    for (const { to } of next.get(file) ?? []) visit(to, [...trail, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return cycles
}
