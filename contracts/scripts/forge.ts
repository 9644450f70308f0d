/**
 * Runs forge, the platform's own binary: the npm package's `forge` exits 0 when tests fail.
 * As a program it passes its arguments on; as a module it offers the tests' result to the test runner.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { delimiter, dirname, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const ARCHITECTURES: Partial<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

export type ForgeResult = { code: number; stdout: string; stderr: string }
/** A copy of the workspace, what forge shall read from its environment there, and its scheduling priority (19 is the lowest). */
export type ForgePlace = { root?: string; env?: NodeJS.ProcessEnv; priority?: number }
export type TestResult = { passed: number; failed: number; skipped: number; seconds: number; output: string }

export type Outcome = { status: 'Success' | 'Failure' | 'Skipped'; reason: string | null; counterexample?: unknown }
export type Suites = Record<string, { test_results: Record<string, Outcome> }>

/** Runs forge with these arguments on the contracts workspace; never throws for a failure of forge itself. */
export function runForge(
  args: readonly string[],
  stdio: 'pipe' | 'inherit' = 'pipe',
  { root = ROOT, env, priority }: ForgePlace = {},
): Promise<ForgeResult> {
  const [command, ...rest] = args
  const child = spawn(forgePath(), command === undefined ? [] : [command, '--root', root, ...rest], {
    cwd: root,
    stdio,
    env: { ...environment(root), ...env },
  })
  if (priority && child.pid) setPriority(child.pid, priority)
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code) => done({ code: code ?? 1, stdout, stderr }))
  })
}

/** All contract tests; what does not compile counts as one failure. `PLINTH_LONG` asks for the long fuzz runs. */
export async function runForgeTests(args: readonly string[] = [], place: Omit<ForgePlace, 'root'> = {}): Promise<TestResult> {
  const start = performance.now()
  const { code, stdout, stderr } = await runForge(['test', '--json', ...args], 'pipe', place)
  const seconds = Math.round((performance.now() - start) / 100) / 10
  const suites = parseSuites(stdout)
  if (!suites) return { passed: 0, failed: 1, skipped: 0, seconds, output: stdout + stderr }
  const count = { Success: 0, Failure: 0, Skipped: 0 }
  const lines: string[] = []
  for (const [suite, { test_results }] of Object.entries(suites)) {
    for (const [test, outcome] of Object.entries(test_results)) {
      count[outcome.status] += 1
      if (outcome.status === 'Failure') lines.push(failureText(suite, test, outcome))
    }
  }
  // A run that fails without a failed test must not look green.
  if (code !== 0 && count.Failure === 0)
    return { passed: count.Success, failed: 1, skipped: count.Skipped, seconds, output: stdout + stderr }
  return { passed: count.Success, failed: count.Failure, skipped: count.Skipped, seconds, output: lines.join('\n') }
}

function failureText(suite: string, test: string, outcome: Outcome): string {
  const example = outcome.counterexample ? ` ${JSON.stringify(outcome.counterexample)}` : ''
  return `${suite} ${test}: ${outcome.reason ?? 'failed'}${example}`
}

export function parseSuites(text: string): Suites | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith('{'))
  if (line === undefined) return undefined
  try {
    const suites: Suites = JSON.parse(line)
    return Object.values(suites).every((suite) => typeof suite.test_results === 'object') ? suites : undefined
  } catch {
    return undefined
  }
}

function forgePath(): string {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const name = `@foundry-rs/forge-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}/bin/forge${suffix}`
  return createRequire(createRequire(import.meta.url).resolve('@foundry-rs/forge/package.json')).resolve(name)
}

/** The compiler is a node script, so this very node has to be found first. */
function environment(root: string): NodeJS.ProcessEnv {
  const profile = process.env.PLINTH_LONG ? 'long' : 'default'
  return {
    FOUNDRY_PROFILE: profile,
    ...process.env,
    FOUNDRY_CONFIG: resolve(root, 'contracts/foundry.toml'),
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
  }
}

if (import.meta.main) {
  const { code } = await runForge(process.argv.slice(2), 'inherit')
  process.exitCode = code
}
