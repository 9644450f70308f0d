import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { run } from '../run.ts'
import { ROOT, readSources } from './sources.ts'

/** Sources, generators and what they made: compiling them again would say the same again. */
const LOOKED_AT = ['contracts', 'contracts/artifacts', 'packages/protocol/src', 'packages/devnet/src']
const GENERATOR = 'scripts/gen.ts'
const STAMP = `${ROOT}node_modules/.cache/generated-from`

/** Generated files that are not what their sources say, a line each. Only a look that found none is remembered. */
export async function listStale(): Promise<string[]> {
  const seen = hashSources()
  const isKnown = !process.env.PLINTH_LONG && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === seen
  if (isKnown) return []
  const { code, output } = await run(process.execPath, [GENERATOR, '--check'])
  if (code !== 0) return output.trim().split('\n')
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, seen)
  return []
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const path of [GENERATOR, 'package-lock.json']) hash.update(readFileSync(ROOT + path))
  for (const { path, text } of readSources(LOOKED_AT, [''])) hash.update(`${path}\0${text}\0`)
  return hash.digest('hex')
}
