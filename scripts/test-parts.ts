import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runForgeTests } from '../contracts/scripts/forge.ts'
import { runChecks } from './check.ts'
import { findChromium } from './chromium.ts'
import { runTool } from './run.ts'

export interface Totals {
  passed: number
  failed: number
  skipped: number
}

/** Failed tests by name: a log that is cut at its start still says at its end what is wrong. */
export type PartResult = Totals & { failures?: readonly string[] }

export interface Part {
  name: string
  run(): Promise<PartResult>
}

/** In the order of `npm test`: what is quick to fail comes first. */
export const PARTS: readonly Part[] = [
  { name: 'check', run: async () => ({ ...(await runChecks(console.log)), skipped: 0 }) },
  { name: 'contracts', run: runContracts },
  { name: 'unit', run: () => runVitest('unit') },
  { name: 'server', run: () => runVitest('server') },
  { name: 'web', run: () => runVitest('web') },
  { name: 'browser', run: runBrowser },
]

async function runContracts(): Promise<Totals> {
  const { passed, failed, skipped, output } = await runForgeTests()
  if (output) console.log(output)
  return { passed, failed, skipped }
}

async function runBrowser(): Promise<PartResult> {
  return runVitest('browser', { CHROME_PATH: await findChromium(console.log) })
}

async function runVitest(project: string, env: NodeJS.ProcessEnv = {}): Promise<PartResult> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-report-'))
  const report = join(folder, 'report.json')
  try {
    const { code } = await runTool(
      'vitest/vitest.mjs',
      ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { show: true, env },
    )
    const read: VitestReport = JSON.parse(readFileSync(report, 'utf8'))
    return { ...countReport(read, code), failures: failuresOf(read) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: readonly { name: string; status: string; assertionResults: readonly { status: string; fullName: string }[] }[]
}

/** A file that could not be read counts as one failure, and so does an error outside of any test. */
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

/** `file: test` of each failed test; only the file where it could not be read. */
export function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => `${file}: ${test.fullName}`)
    return failed.length === 0 && status === 'failed' ? [file] : failed
  })
}
