import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from '../checks/sources.ts'
import { runTool } from '../run.ts'
import { MORE } from './more.ts'

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
  /** Output that it has not printed itself. */
  output?: string
}

/** What `npm test` runs, what `npm run test:more` runs, or both. */
export type Selection = 'default' | 'more' | 'all'

const TAGS_FILTER: Readonly<Record<Selection, readonly string[]>> = {
  default: [`--tags-filter=!${MORE}`],
  more: [`--tags-filter=${MORE}`],
  all: [],
}

/** Tests start some two hundred processes of ours, which share compiled code. */
export const COMPILED = join(ROOT, 'node_modules/.cache/compiled')

export type VitestOptions = {
  env?: NodeJS.ProcessEnv
  files?: readonly string[]
  /** Files that are not loaded. */
  without?: readonly string[]
  workers?: number
  reporter?: string
  selection?: Selection
}

/** Runs a project of vitest.config.ts, or several at once; only the given files if any are named. */
export async function runVitest(
  projects: string | readonly string[],
  { env = {}, files = [], without = [], workers, reporter = 'default', selection = 'all' }: VitestOptions = {},
): Promise<PartResult> {
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
        ...without.map((path) => `--exclude=${path}`),
        ...TAGS_FILTER[selection],
        `--reporter=${reporter}`,
        '--reporter=json',
        `--outputFile.json=${path}`,
        ...(workers ? [`--maxWorkers=${workers}`] : []),
      ],
      { show: true, env: { NODE_COMPILE_CACHE: COMPILED, ...env } },
    )
    const report: VitestReport = JSON.parse(readFileSync(path, 'utf8'))
    return { ...countReport(report, code, selection), failures: failuresOf(report), unsteady: unsteadyOf(report) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface VitestReport {
  testResults: readonly FileReport[]
}

/** `name` is the file's full path. */
type FileReport = { name: string; status: string; assertionResults: readonly TestReport[] }

type TestReport = { status: string; fullName: string; tags?: readonly string[]; failureMessages?: readonly string[] }

/**
 * A file that could not be loaded counts as one failure, and so does an error outside any test. A test that the
 * selection omits is none that was skipped.
 */
export function countReport({ testResults }: VitestReport, exitCode: number, selection: Selection = 'all'): Totals {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const isSelected = ({ tags = [] }: TestReport) => selection === 'all' || tags.includes(MORE) === (selection === 'more')
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults).filter(isSelected)
  const count = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status)).length
  const failed = count('failed') + brokenFiles.length
  return {
    passed: count('passed'),
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: tests.length - count('passed', 'failed'),
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

/** With what the browser waited for, which stands in a later line. */
function firstLine({ failureMessages = [] }: TestReport): string[] {
  return failureMessages.slice(0, 1).map((message) => {
    const [first = '', ...others] = stripVTControlCharacters(message).split('\n')
    const awaited = others.find((line) => line.includes('waiting for '))
    return [first, ...(awaited ? [awaited.trim()] : [])].join(' ')
  })
}
