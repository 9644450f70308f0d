import { createRedact } from '../../apps/server/src/secrets/redact.ts'
import { StartError } from './settings.ts'

/** Runs a command to its end; a failure is one sentence and exit code 1, or a bug with its stack, secrets redacted. */
export async function failWithSentence(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(sentenceOf(error))
    process.exitCode = 1
  }
}

const PLAIN = new Set([
  'KeystoreError',
  'DatabaseRefused',
  'BackupRefused',
  'ContentDamaged',
  'ContentStoreFault',
  'ContentStoreAway',
  'ContentMissing',
  'DirectoryInUse',
  'SettingsError',
  'OperatorRefused',
])

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return createRedact().text(String(error))
  if (error instanceof StartError || PLAIN.has(error.name) || codeOf(error).startsWith('ERR_PARSE_ARGS')) return error.message
  if ('path' in error && codeOf(error) !== '') return `${error.path} can't be used (${codeOf(error)}).`
  return createRedact().text(String(error.stack))
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}
