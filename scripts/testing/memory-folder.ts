import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCommand } from '../../apps/server/src/db/processes.ts'

const PLACE = '/dev/shm'
const PREFIX = 'plinth-test-'
/** Some ten times the space that a whole run of the tests needs at once. */
const ROOM_BYTES = 6 * 2 ** 30
/** Of `npm run test:long`. */
const LONGEST_RUN_MS = 6 * 3_600_000
/** Memory reserved for the programs. */
const REST_BYTES = 4 * 2 ** 30

/**
 * A temporary folder in memory, where the system has one with room: databases and their copies are thousands of small
 * files, and creating them on a disk takes more processor time than their use. Undefined elsewhere.
 */
export function makeMemoryFolder(place = PLACE): string | undefined {
  sweepKilledRuns(place)
  if (roomIn(place) < ROOM_BYTES || process.availableMemory() < ROOM_BYTES + REST_BYTES) return undefined
  const folder = mkdtempSync(join(place, `${PREFIX}${process.pid}-`))
  // Permissions as /tmp: the database's user must have access.
  chmodSync(folder, 0o1777)
  if (runsPrograms(folder)) return folder
  rmSync(folder, { recursive: true, force: true })
  return undefined
}

/** For all temporary files of this process and its children; removed with the process. */
export function useMemoryFolder(): void {
  const folder = makeMemoryFolder()
  if (!folder) return
  process.env.TMPDIR = folder
  process.on('exit', () => removeIfPossible(folder))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}

/**
 * Removes leftovers of a killed run. Two containers may share the folder but not their processes: a recent folder stays. So does what
 * cannot be removed, such as a disk that the killed run has mounted: it costs room only.
 */
function sweepKilledRuns(place: string): void {
  if (!existsSync(place)) return
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(place, name)
    const isOld = Date.now() - statSync(folder).mtimeMs > LONGEST_RUN_MS
    const pid = Number.parseInt(name.slice(PREFIX.length), 10)
    if (isOld && !findCommand(pid)) removeIfPossible(folder)
  }
}

function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    console.warn(`${folder} stays: ${(error as Error).message}`)
  }
}

function roomIn(place: string): number {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** Some systems forbid executables there, and the database's programs are copied. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'try')
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
