import { readNamed, readSecret } from '../../apps/server/src/serve/files.ts'
import { collectProblems, type Problems } from '../../apps/server/src/serve/problems.ts'
import { StartError } from './settings.ts'

/** A file named by an option; errors read as those of `npm run serve` for a setting. */
export function readGiven(option: string, path: string): string {
  return orFail((problems) => readNamed(problems, option, path))
}

/** The same for a secret, which only its owner may read. */
export function readGivenSecret(option: string, path: string, shortest = 1): string {
  return orFail((problems) => readSecret(problems, option, path, shortest))
}

function orFail(read: (problems: Problems) => string | undefined): string {
  const problems = collectProblems()
  const text = read(problems)
  if (text === undefined) throw new StartError(problems.all.join('\n'))
  return text
}
