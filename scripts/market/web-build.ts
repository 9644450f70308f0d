import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { ROOT, readSources } from '../checks/sources.ts'
import { runTool } from '../run.ts'
import { StartError } from './settings.ts'

export const WEB_DIR = `${ROOT}apps/web/dist`
const STAMP = `${WEB_DIR}/.built-from`
const INPUTS = ['apps/web', 'packages/api/src', 'packages/protocol/src']

/** Builds the web app when its sources have changed. An interrupted build leaves the old one. */
export async function buildWeb(log: (line: string) => void, signal: AbortSignal): Promise<void> {
  const inputs = hashInputs()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return
  log('Building the web app…')
  const began = performance.now()
  const fresh = `${ROOT}node_modules/.plinth-web-${process.pid}`
  try {
    const { code, output } = await runTool(
      'vite/bin/vite.js',
      ['build', 'apps/web', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
      {
        env: { NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '' },
        signal,
      },
    )
    if (signal.aborted) return
    if (code !== 0) throw new StartError(`The web app could not be built:\n${output.trim()}`)
    writeFileSync(`${fresh}/.built-from`, inputs)
    rmSync(WEB_DIR, { recursive: true, force: true })
    renameSync(fresh, WEB_DIR)
    log(`The web app is built (${((performance.now() - began) / 1_000).toFixed(1)} s)`)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function hashInputs(): string {
  const hash = createHash('sha256').update(readFileSync(`${ROOT}package-lock.json`))
  for (const { path, text } of readSources(INPUTS, [''])) hash.update(`${path}\0${text}\0`)
  return hash.digest('hex')
}
