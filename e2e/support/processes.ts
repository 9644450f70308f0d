import { spawnSync } from 'node:child_process'

/** What runs. A zombie has ended: it waits for nothing but its parent, or init, to collect it. */
export const listCommands = () =>
  spawnSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .flatMap((line) => {
      const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      return pid && !state.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command }] : []
    })

/** Children, and theirs. */
export function listChildren(pid: number): { pid: number; command: string }[] {
  const all = listCommands()
  const below = (parent: number): typeof all => all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)])
  return below(pid)
}

/** What a failed start said, without the lines that only tell of progress. */
export const sentencesOf = (output: string) => output.split('\n').filter((line) => line.trim() !== '' && !line.endsWith('…'))
