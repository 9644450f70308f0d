import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from '../checks/sources.ts'
import { runTool } from '../run.ts'

export interface Totals {
  passed: number
  failed: number
  skipped: number
}

/** Failed tests by name: a log cut at its start still lists the failures at its end. */
export type PartResult = Totals & {
  failures?: readonly string[]
  /** Tests that failed first and passed on a retry: each is a defect, of the test or of the code. */
  unsteady?: readonly string[]
  /** For a part that ran among others: sequential time of its files. */
  seconds?: number
  /** Output that it has not printed itself. */
  output?: string
}

/** Tests start some two hundred processes of ours, which share compiled code. */
export const COMPILED = join(ROOT, 'node_modules/.cache/compiled')

export type VitestOptions = { env?: NodeJS.ProcessEnv; files?: readonly string[]; workers?: number; reporter?: string }

/** Runs a project of vitest.config.ts, or several at once; only the given files if any are named. */
export async function runVitest(projects: string | readonly string[], options: VitestOptions = {}): Promise<PartResult> {
  const { report, code } = await reportVitest(projects, options)
  return { ...countReport(report, code), failures: failuresOf(report), unsteady: unsteadyOf(report) }
}

export async function reportVitest(
  projects: string | readonly string[],
  { env = {}, files = [], workers, reporter = 'default' }: VitestOptions = {},
): Promise<{ report: VitestReport; code: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-report-'))
  const path = join(folder, 'report.json')
  const named = [projects].flat().flatMap((project) => ['--project', project])
  try {
    const { code } = await runTool(
      'vitest/vitest.mjs',
      [
        'run',
        ...files,
        ...named,
        `--reporter=${reporter}`,
        '--reporter=json',
        `--outputFile.json=${path}`,
        ...(workers ? [`--maxWorkers=${workers}`] : []),
      ],
      { show: true, env: { NODE_COMPILE_CACHE: COMPILED, ...env } },
    )
    return { report: JSON.parse(readFileSync(path, 'utf8')), code }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: readonly FileReport[]
}

/** `name` is the file's full path; times are in milliseconds. */
type FileReport = { name: string; status: string; startTime?: number; endTime?: number; assertionResults: readonly TestReport[] }

type TestReport = { status: string; fullName: string; failureMessages?: readonly string[] }

/** A file that could not be loaded counts as one failure, and so does an error outside any test. */
export function countReport(report: VitestReport, exitCode: number): Totals {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = report.numFailedTests + brokenFiles.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** `file: test: why` for each failed test; only the file where it could not be loaded. */
export function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => describeTest(name, test))
    return failed.length === 0 && status === 'failed' ? [relative(process.cwd(), name)] : failed
  })
}

/** `file: test: why its first run failed` for each test that passed only on a retry. */
export function unsteadyOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map((test) => describeTest(name, test)),
  )
}

const describeTest = (path: string, test: TestReport): string =>
  [relative(process.cwd(), path), test.fullName, ...firstLine(test)].join(': ')

function firstLine({ failureMessages = [] }: TestReport): string[] {
  return failureMessages.slice(0, 1).map((message) => message.split('\n', 1)[0] ?? '')
}
