import { spawnSync } from 'node:child_process'

/** Running processes. A zombie has ended: it only waits to be collected by its parent, or init. */
export const listCommands = () =>
  spawnSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .flatMap((line) => {
      const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      return pid && !state.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command }] : []
    })

/** Children and their descendants. */
export function listChildren(pid: number): { pid: number; command: string }[] {
  const all = listCommands()
  const below = (parent: number): typeof all => all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)])
  return below(pid)
}

/** The output of a failed start, without progress lines. */
export const sentencesOf = (output: string) => output.split('\n').filter((line) => line.trim() !== '' && !PROGRESS.test(line))

/** A step that begins, and one that has ended with its seconds. */
const PROGRESS = /…$|\(\d+\.\d s\)$/
