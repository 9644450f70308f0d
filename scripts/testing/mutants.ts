import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Change, Mutation } from '../../contracts/scripts/mutations.ts'
import type { Import } from '../checks/import-graph.ts'

interface Row {
  /** The requirement that the change breaks. */
  id: string
  /** What is wrong then. */
  change: string
}

/** Found by suites of vitest. */
export interface SuiteMutant extends Row, Change {
  /** Suites that find it, from the root; empty where none does. */
  by: readonly string[]
}

/** Found by a test of forge. */
export interface ContractMutant extends Row, Mutation {}

export type Mutant = SuiteMutant | ContractMutant

export const MUTANTS = 'scripts/testing/mutants.json'

export const readMutants = (root: string): Mutant[] => JSON.parse(readFileSync(join(root, MUTANTS), 'utf8'))

export const isOfContract = (mutant: Mutant): mutant is ContractMutant => 'contract' in mutant

const isSuite = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** Suites that name the requirement or import the file. No stories: one takes longer than all of these. */
export function suitesOf(
  { id, file }: Pick<SuiteMutant, 'id' | 'file'>,
  named: ReadonlyMap<string, ReadonlySet<string>>,
  imports: readonly Pick<Import, 'from' | 'to'>[],
): string[] {
  const importing = imports.filter(({ to }) => to === file).map(({ from }) => from)
  return [...new Set([...(named.get(id) ?? []), ...importing])].filter(isSuite).sort()
}
