import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PLINTH = fileURLToPath(new URL('../plinth.mjs', import.meta.url))

/** `printed` is all output, `out` the part for other programs. */
export type Ended = { readonly code: number; readonly out: string; readonly printed: string }

/** Runs a command as an operator does; returns output and exit code. For tests. */
export function runCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return runNode([PLINTH, ...args], env)
}

/** Node itself, in an environment without our settings. */
export function runNode(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((done) => {
    const child = execFile(process.execPath, args, { env: { PATH: process.env.PATH, ...env } }, (_, out, err) =>
      done({ code: child.exitCode ?? -1, out, printed: out + err }),
    )
  })
}
