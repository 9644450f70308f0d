import { StartError } from './settings.ts'

/** Runs a command to its end; a failure that explains itself is one sentence and exit code 1. */
export async function failWithSentence(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(isPlain(error) ? error.message : error)
    process.exitCode = 1
  }
}

const PLAIN = new Set(['KeystoreError', 'DatabaseRefused', 'BackupRefused', 'DirectoryInUse', 'DeployRefused'])

function isPlain(error: unknown): error is Error {
  const isMisused = error instanceof Error && 'code' in error && /^(ERR_PARSE_ARGS|ENOENT|EACCES)/.test(String(error.code))
  return error instanceof StartError || isMisused || (error instanceof Error && PLAIN.has(error.name))
}
