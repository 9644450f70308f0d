import { readNamed, readSecret } from '../apps/server/src/serve/files.ts'
import { collectProblems, type Problems } from '../apps/server/src/serve/problems.ts'
import { StartError } from './settings.ts'

/** A file that an option names; what is wrong with it is said as `npm run serve` says it of a setting. */
export function readGiven(option: string, path: string): string {
  return orFail((problems) => readNamed(problems, option, path))
}

/** The same of a secret, which must be nobody else's to read. */
export function readGivenSecret(option: string, path: string, shortest = 1): string {
  return orFail((problems) => readSecret(problems, option, path, shortest))
}

function orFail(read: (problems: Problems) => string | undefined): string {
  const problems = collectProblems()
  const text = read(problems)
  if (text === undefined) throw new StartError(problems.all.join('\n'))
  return text
}
