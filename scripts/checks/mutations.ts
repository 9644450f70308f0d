import { type Change, type Mutation, type MutationFile, mutate, splitTest } from '../../contracts/scripts/mutations.ts'
import type { Source } from './sources.ts'

/**
 * Mutations of each finding: changed lines of a contract, and changed fields of a valid call, which are the tests
 * `test_F3_RevertWhen_…`.
 */
const LEAST = 12

/** Findings whose fixes are in the contracts. */
const MENDED: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 80, 81, 82, 83]

function listTests(text: string): string[] {
  return [...text.matchAll(/\bfunction\s+((?:test|invariant)\w*)\s*\(/g)].map(([, name = '']) => name)
}

/** The lines in which two texts differ, without their common start and end. */
function changedLines(find: string, replace: string): number {
  const [a, b] = [find.split('\n'), replace.split('\n')]
  while (a.length > 0 && b.length > 0 && a[0] === b[0]) [a.shift(), b.shift()]
  while (a.length > 0 && b.length > 0 && a.at(-1) === b.at(-1)) [a.pop(), b.pop()]
  return Math.max(a.length, b.length)
}

/** Why a change does not fit the sources. */
export function findMisfit(change: Change, texts: ReadonlyMap<string, string>): string | undefined {
  const { file, find } = change
  const source = texts.get(file)
  if (source === undefined) return `there is no ${file}`
  const count = find === '' ? 0 : source.split(find).length - 1
  if (count !== 1) return `stands in ${file} ${count} times: ${find}`
  return mutate(source, change) === source ? `changes nothing: ${find}` : undefined
}

export function isSameChange(one: Change, other: Change): boolean {
  return one.file === other.file && one.find === other.find && one.replace === other.replace
}

function findProblem(mutation: Mutation, texts: ReadonlyMap<string, string>): string | undefined {
  const { find, replace, test, error } = mutation
  const misfit = findMisfit(mutation, texts)
  if (misfit) return misfit
  if (changedLines(find, replace) !== 1) return `changes more than one line: ${find}`
  const { path, name } = splitTest({ test })
  const tests = listTests(texts.get(path) ?? '').filter((other) => other === name)
  if (tests.length !== 1) return `there is no ${test}`
  if (error.trim() === '') return `says no error for ${find}`
  if (error.includes('?')) return `leaves the error open for ${find}`
  return undefined
}

/** Errors in the mutations, before any is run. `sources` are the contracts and their tests. */
export function checkMutations(files: readonly MutationFile[], sources: readonly Source[], mended: readonly number[] = MENDED): string[] {
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  const found: string[] = []
  for (const { path, mutations } of files) {
    for (const [index, mutation] of mutations.entries()) {
      const problem = findProblem(mutation, texts)
      if (problem) found.push(`${path}: mutation ${index + 1} ${problem}`)
      const isSame = (other: Mutation) => other.contract === mutation.contract && isSameChange(other, mutation)
      if (mutations.findIndex(isSame) < index) found.push(`${path}: mutation ${index + 1} is there before: ${mutation.find}`)
    }
  }
  const refusals = sources.flatMap(({ text }) => listTests(text)).filter((name) => /_Revert(?:When|Given)_/.test(name))
  for (const finding of mended) {
    const lines = files.find((file) => file.finding === `F-${finding}`)?.mutations.length ?? 0
    const ofFields = refusals.filter((name) => new RegExp(`^[a-zA-Z]+_(?:F\\d+_)*F${finding}_`).test(name)).length
    if (lines + ofFields < LEAST)
      found.push(`F-${finding} has ${lines + ofFields} mutations (${lines} of lines, ${ofFields} of fields), and needs ${LEAST}`)
  }
  return found
}
