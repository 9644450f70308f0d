import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Command line of a running process; undefined when there is none or it is a zombie. */
export function findCommand(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

/** A process's start time, as the system prints it: with the pid it identifies one process for good, since pids are reused. */
export function findStartMark(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self/stat')) return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

/** Sends the signals one after the other, each with its time to take effect; true once the process is gone. */
export async function stopProcess(pid: number, signals: readonly [signal: NodeJS.Signals, waitMs: number][]): Promise<boolean> {
  for (const [signal, waitMs] of signals) {
    try {
      process.kill(pid, signal)
    } catch {
      return true
    }
    for (const end = Date.now() + waitMs; Date.now() < end; await sleep(20)) {
      if (findCommand(pid) === undefined) return true
    }
  }
  return findCommand(pid) === undefined
}
