import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface Change {
  /** The source that is changed, from the repository root. */
  file: string
  /** Text that stands in the source exactly once. */
  find: string
  /** What stands there instead. */
  replace: string
}

/** One changed line of a contract, and the test that it turns red. */
export interface Mutation extends Change {
  /** The shipped contract that is compiled with the change. */
  contract: string
  /** `contracts/test/…/Name.t.sol:test_Name`. */
  test: string
  /** Why the test fails then, as forge prints it. */
  error: string
}

/** The mutations of a file of contracts/mutations, whose name is a finding's (`F-1`), a requirement's (`MASS-04`), a subject or `general`. */
export interface MutationFile {
  finding: string
  path: string
  mutations: readonly Mutation[]
}

export function readMutations(root: string): MutationFile[] {
  return globSync('contracts/mutations/*.json', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({
      finding: basename(path, '.json'),
      path,
      mutations: JSON.parse(readFileSync(join(root, path), 'utf8')),
    }))
}

export function splitTest({ test }: Pick<Mutation, 'test'>): { path: string; name: string } {
  const at = test.lastIndexOf(':')
  return { path: test.slice(0, at), name: test.slice(at + 1) }
}

/** The source with the change; undefined where the text to change does not stand there exactly once. */
export function mutate(source: string, { find, replace }: Pick<Change, 'find' | 'replace'>): string | undefined {
  const parts = source.split(find)
  return find !== '' && parts.length === 2 ? parts.join(replace) : undefined
}
