import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Flags for a browser in tests, root included. Each start also gets a fresh user-data-dir. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Headless Chromium: the same engine, for 40 % less processor time a page. */
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']
const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const SYSTEM_PATHS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']
const PACKAGES = ['chromium', 'fonts-wqy-zenhei']

/**
 * A Chromium that runs: CHROME_PATH, a headless shell of the system or of npm, else the system's full one or, when
 * root, apt's.
 */
export async function findChromium(log: (line: string) => void): Promise<string> {
  const named = process.env.CHROME_PATH
  if (named) {
    if (runs(named)) return named
    throw new Error(`CHROME_PATH names ${named}, which does not run.`)
  }
  const shell = findOnSystem(SHELL_NAMES) ?? (await unpackShell())
  if (shell) return shell
  const system = findOnSystem(SYSTEM_NAMES, SYSTEM_PATHS)
  if (system) return system
  const installed = installWithApt(log) ? findOnSystem(SYSTEM_NAMES, SYSTEM_PATHS) : undefined
  if (installed) return installed
  throw new Error('No Chromium runs here: set CHROME_PATH to one, or install it (apt-get install chromium).')
}

function findOnSystem(names: readonly string[], paths: readonly string[] = []): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...paths, ...names.flatMap((name) => folders.map((folder) => join(folder, name)))]
  return candidates.find((path) => isExecutable(path) && runs(path))
}

/** npm has one only for Linux on x64; it needs libraries that not every Linux has. */
async function unpackShell(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const { default: chromium } = await import('@sparticuz/chromium')
  const unpacked = await chromium.executablePath()
  return runs(unpacked) ? unpacked : undefined
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function runs(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0
}

function installWithApt(log: (line: string) => void): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return false
  log(`Installing ${PACKAGES.join(' and ')} with apt-get`)
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: 'ignore', timeout: 180_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status ===
    0
  apt('update')
  return apt('install', '-y', '--no-install-recommends', ...PACKAGES)
}
