import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Market, type StartSettings, startMarket } from './market.ts'

const KEPT = fileURLToPath(new URL('../kept', import.meta.url))
const PLINTH = fileURLToPath(new URL('../../scripts/plinth.mjs', import.meta.url))

/** A market of an older version, restored from its backup into a folder of its own and started by this version. */
export async function startKeptMarket(name: 'first-edition' | 'second-edition', settings: StartSettings = {}): Promise<Market> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-e2e-'))
  chmodSync(dataDir, 0o711)
  const backup = mkdtempSync(join(tmpdir(), 'plinth-kept-'))
  try {
    mkdirSync(backup, { recursive: true })
    execFileSync('tar', ['-C', backup, '-xJf', join(KEPT, `${name}.tar.xz`)])
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir }
    execFileSync(process.execPath, [PLINTH, 'restore', '--from', backup, '--with-keys'], { env, stdio: 'pipe' })
  } finally {
    rmSync(backup, { recursive: true, force: true })
  }
  return startMarket({ ...settings, dataDir })
}
