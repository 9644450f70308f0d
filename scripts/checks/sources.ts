import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Made by tools or by hand once, never read as source. */
const SKIPPED = new Set(['node_modules', 'dist', 'out', 'cache', 'data', 'artifacts', 'test-results', '.git', 'media'])

export interface Source {
  /** From the root, with forward slashes. */
  path: string
  text: string
}

/** Every file below the folders with one of the endings, sorted. */
export function readSources(folders: readonly string[], endings: readonly string[], root = ROOT): Source[] {
  const found: Source[] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) walk(path)
      else if (entry.isFile() && endings.some((ending) => entry.name.endsWith(ending))) {
        found.push({ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') })
      }
    }
  }
  for (const folder of folders) walk(join(root, folder))
  return found.sort((a, b) => a.path.localeCompare(b.path))
}

/** Never part of the repository. */
const FOREIGN = new Set(['node_modules', '.git', 'dist', 'out', 'cache', 'data', 'test-results'])

/** The path of every file from the root, with forward slashes. */
export function listFiles(root = ROOT): string[] {
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (FOREIGN.has(entry.name)) return []
      const path = join(folder, entry.name)
      return entry.isDirectory() ? walk(path) : [relative(root, path).replaceAll('\\', '/')]
    })
  return walk(root)
}

export const CODE_FOLDERS = ['contracts', 'packages', 'apps', 'e2e', 'scripts', 'bench'] as const
export const CODE_ENDINGS = ['.ts', '.tsx'] as const
