import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runForgeTests } from '../contracts/scripts/forge.ts'
import { runChecks } from './check.ts'
import { findChromium } from './chromium.ts'
import { runTool } from './run.ts'

export interface Totals {
  passed: number
  failed: number
  skipped: number
}

export interface Part {
  name: string
  run(): Promise<Totals>
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

async function runBrowser(): Promise<Totals> {
  return runVitest('browser', { CHROME_PATH: await findChromium(console.log) })
}

async function runVitest(project: string, env: NodeJS.ProcessEnv = {}): Promise<Totals> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-report-'))
  const report = join(folder, 'report.json')
  try {
    const { code } = await runTool(
      'vitest/vitest.mjs',
      ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { show: true, env },
    )
    return countReport(JSON.parse(readFileSync(report, 'utf8')), code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[]
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
