import { isMoreFile } from '../testing/more.ts'
import { isOfContract, MUTANTS, type Mutant } from '../testing/mutants.ts'
import { checkMutations, findMisfit, isSameChange } from './mutations.ts'
import type { Source } from './sources.ts'

/** Errors in the mutants, before any is run. `sources` are all sources and tests, `ids` the requirements. */
export function checkMutants(mutants: readonly Mutant[], sources: readonly Source[], ids: ReadonlySet<string>): string[] {
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  const found = mutants.flatMap((mutant, index) => {
    const problems = ids.has(mutant.id) ? [] : [`[${mutant.id}] is no requirement`]
    if (mutant.change.trim() === '') problems.push(`says no change for ${mutant.find}`)
    if (!isOfContract(mutant)) {
      const misfit = findMisfit(mutant, texts)
      if (misfit) problems.push(misfit)
      problems.push(...mutant.by.filter((suite) => !texts.has(suite)).map((suite) => `there is no ${suite}`))
      const more = mutant.by.filter((suite) => isMoreFile(texts.get(suite) ?? ''))
      problems.push(...more.map((suite) => `is found by ${suite}, which \`npm test\` does not run`))
      const first = mutants.findIndex((other) => !isOfContract(other) && isSameChange(other, mutant))
      if (first < index) problems.push(`is there before: ${mutant.find}`)
    }
    return problems.map((problem) => `${MUTANTS}: ${mutant.id} ${problem}`)
  })
  return [...found, ...checkMutations([{ finding: 'mutants', path: MUTANTS, mutations: mutants.filter(isOfContract) }], sources, [])]
}
