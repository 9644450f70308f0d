import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCommand, findStartMark } from './processes.ts'

export interface DirectoryLock {
  release(): void
}

class DirectoryInUse extends Error {
  override name = 'DirectoryInUse'
}

/**
 * Takes the folder for this process until release. A lock whose process no longer runs (killed, machine restarted) is taken over.
 * Throws DirectoryInUse while another process holds it.
 */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'lock')
  const mine = `${process.pid} ${findStartMark(process.pid) ?? '?'}\n`
  for (let attempt = 0; attempt < 5; attempt++) {
    if (createExclusively(path, mine)) return { release: () => releaseIfMine(path, mine) }
    const holder = readIfThere(path)
    if (holder === undefined) continue
    if (isHeld(holder)) throw new DirectoryInUse(`The folder ${directory} is in use by another Plinth (process ${holder.split(' ')[0]}).`)
    removeStale(path, holder)
  }
  throw new DirectoryInUse(`The folder ${directory} is being taken by another Plinth.`)
}

function createExclusively(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function isHeld(holder: string): boolean {
  const [pid, mark] = holder.trim().split(/ (.*)/)
  if (!Number(pid)) return false
  return findCommand(Number(pid)) !== undefined && (findStartMark(Number(pid)) ?? '?') === mark
}

/** Renames the file first: the process whose rename succeeds owns it, and a lock renewed in the meantime is put back. */
function removeStale(path: string, expected: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readIfThere(aside) === expected) rmSync(aside)
  else renameSync(aside, path)
}

function releaseIfMine(path: string, mine: string): void {
  if (readIfThere(path) === mine) rmSync(path)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
