import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { ROOT } from './checks/sources.ts'

export interface RunResult {
  code: number
  output: string
}

/** Runs a program, from the root by default; its output is collected, or shown as it comes. */
export function run(
  command: string,
  args: readonly string[],
  options: { show?: boolean; cwd?: string; env?: NodeJS.ProcessEnv; signal?: AbortSignal; priority?: number } = {},
): Promise<RunResult> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, ...options.env },
      stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      ...(options.signal && { signal: options.signal }),
    })
    if (options.priority && child.pid) setPriority(child.pid, options.priority)
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.once('error', (error) => done({ code: -1, output: `${output}${error.message}` }))
    child.once('close', (code) => done({ code: code ?? -1, output }))
  })
}

/** Runs a tool of node_modules on this very Node. */
export function runTool(script: string, args: readonly string[], options: Parameters<typeof run>[2] = {}): Promise<RunResult> {
  return run(process.execPath, [`${ROOT}node_modules/${script}`, ...args], options)
}
