import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** Tracked and new files that git does not ignore, relative to the root; all files of the tree where there is no git. */
export function listFiles(...globs: string[]): string[] {
  const git = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...globs], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (git.status !== 0) throw new Error(`git ls-files failed: ${git.stderr}`)
  return [...new Set(git.stdout.split('\0').filter(Boolean))].filter((file) => existsSync(join(ROOT, file))).sort()
}

export function isGenerated(file: string): boolean {
  return /\.generated\./.test(file) || file.startsWith('packages/protocol/src/abi/') || file.startsWith('contracts/artifacts/')
}

const NOT_INPUTS = new Set(['node_modules', 'dist', 'test'])

/** Every file under these folders that a build may read. Works without git, as a start in an unpacked archive must. */
export function listInputs(...folders: string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !file.split('/').some((part) => NOT_INPUTS.has(part)) && !/\.test\.tsx?$/.test(file))
    .sort()
}
