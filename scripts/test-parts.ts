import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { runForgeTests } from '../contracts/scripts/forge.ts'
import { runMutations } from '../contracts/scripts/mutate.ts'
import { ROOT } from './checks/sources.ts'
import { findChromium } from './chromium.ts'
import { run, runTool } from './run.ts'
import { buildWeb } from './web-build.ts'

export interface Totals {
  passed: number
  failed: number
  skipped: number
}

/** Failed tests by name: a log that is cut at its start still says at its end what is wrong. */
export type PartResult = Totals & {
  failures?: readonly string[]
  /** Tests that failed first and passed when they ran again: each is a defect, of the test or of what it tests. */
  unsteady?: readonly string[]
  /** What it has not printed by itself. */
  output?: string
}

export interface Part {
  name: string
  /** It waits for no clock and prints nothing: it runs from the start on, in what the other parts leave free. */
  isPatient?: boolean
  /** What it needs and others don't: begun before the part whose name stands here, whose tests wait for chains and processes. */
  preparedBeside?: string
  prepare?(): Promise<unknown>
  run(): Promise<PartResult>
}

/** In the order of `npm test`. */
export const PARTS: readonly Part[] = [
  { name: 'unit', run: () => runVitest('unit', { workers: UNIT_WORKERS }) },
  { name: 'server', run: () => runVitest('server', { workers: SERVER_WORKERS }) },
  { name: 'web', run: () => runVitest('web', { workers: WEB_WORKERS }) },
  { name: 'components', run: () => runVitest('components', { workers: COMPONENT_WORKERS }) },
  { name: 'browser', run: runBrowser, preparedBeside: 'server', prepare: prepareBrowser },
  { name: 'check', isPatient: true, run: runCheck },
  { name: 'contracts', isPatient: true, run: runContracts },
]

/** The lowest: what waits for pages, chains and time-outs goes first. */
const PATIENT = 19

async function runCheck(): Promise<PartResult> {
  const { output } = await run(process.execPath, [join(ROOT, 'scripts/check.ts')], { priority: PATIENT })
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? []
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 1), skipped: 0, output }
}

async function runContracts(): Promise<PartResult> {
  const tests = await runForgeTests([], { priority: PATIENT })
  if (!process.env.PLINTH_LONG) return tests
  const mutations = await runMutations()
  return {
    passed: tests.passed + mutations.passed,
    failed: tests.failed + mutations.failed,
    skipped: tests.skipped,
    output: `${tests.output}\n${mutations.output}`,
  }
}

/** Commands and chains are waited for most of the time. */
const UNIT_WORKERS = 3

/** Some files wait for time-outs. */
const WEB_WORKERS = 3

/** A page waits for its own timers more than half of the time. */
const COMPONENT_WORKERS = 4

/** Its suites wait for processes, chains and time-outs half of the time: a third fills two cores. */
const SERVER_WORKERS = 3

/** Tests start some two hundred processes of ours: what one has compiled, the next reads. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled')

/** A story waits for a block or a picture a third of the time: so many beside each other fill two cores. */
const BROWSERS = 3

/** What holds a page to two seconds is told when the others have ended. */
const TIMED = ['live']

let prepared: Promise<{ chrome: string; demo: string }> | undefined

/** The browser, the web app and a market with the demo's works. */
function prepareBrowser(): Promise<{ chrome: string; demo: string }> {
  prepared ??= (async () => {
    const chrome = await findChromium(console.log)
    await buildWeb(console.log, new AbortController().signal)
    return { chrome, demo: await makeDemo() }
  })()
  return prepared
}

async function runBrowser(): Promise<PartResult> {
  const { chrome, demo } = await prepareBrowser()
  try {
    return await tellStories({ CHROME_PATH: chrome, PLINTH_DEMO: demo })
  } finally {
    rmSync(demo, { recursive: true, force: true })
  }
}

/** A market with the demo's works, ended again. Hanging them takes a minute of a processor: stories that need them get a copy. */
async function makeDemo(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-demo-'))
  const { code, output } = await run(process.execPath, [join(ROOT, 'e2e/support/make-demo.ts'), folder], {
    env: { NODE_COMPILE_CACHE: COMPILED },
  })
  if (code === 0) return folder
  rmSync(folder, { recursive: true, force: true })
  throw new Error(`The demo's market could not be made:\n${output}`)
}

async function tellStories(env: NodeJS.ProcessEnv): Promise<PartResult> {
  const files = globSync('e2e/stories/*.spec.ts', { cwd: ROOT })
  const isTimed = (name: string) => TIMED.includes(basename(name, '.spec.ts'))
  const untimed = await runVitest('browser', { env, files: files.filter((name) => !isTimed(name)), workers: BROWSERS })
  const timed = await runVitest('browser', { env, files: files.filter(isTimed), workers: TIMED.length })
  return {
    passed: untimed.passed + timed.passed,
    failed: untimed.failed + timed.failed,
    skipped: untimed.skipped + timed.skipped,
    failures: [untimed, timed].flatMap(({ failures = [] }) => failures),
    unsteady: [untimed, timed].flatMap(({ unsteady = [] }) => unsteady),
  }
}

type VitestOptions = { env?: NodeJS.ProcessEnv; files?: readonly string[]; workers?: number; reporter?: string }

/** Runs a project of vitest.config.ts, or some at once; those files alone where some are named. */
export async function runVitest(
  projects: string | readonly string[],
  { env = {}, files = [], workers, reporter = 'default' }: VitestOptions = {},
): Promise<PartResult> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-report-'))
  const report = join(folder, 'report.json')
  const named = [projects].flat().flatMap((project) => ['--project', project])
  try {
    const { code } = await runTool(
      'vitest/vitest.mjs',
      [
        ...['run', ...files, ...named, `--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${report}`],
        ...(workers ? [`--maxWorkers=${workers}`] : []),
      ],
      { show: true, env: { NODE_COMPILE_CACHE: COMPILED, ...env } },
    )
    const read: VitestReport = JSON.parse(readFileSync(report, 'utf8'))
    return { ...countReport(read, code), failures: failuresOf(read), unsteady: unsteadyOf(read) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: readonly { name: string; status: string; assertionResults: readonly TestReport[] }[]
}

type TestReport = { status: string; fullName: string; failureMessages?: readonly string[] }

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

/** `file: test: why` of each failed test; only the file where it could not be read. */
export function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => describeTest(name, test))
    return failed.length === 0 && status === 'failed' ? [relative(process.cwd(), name)] : failed
  })
}

/** `file: test: why its first try failed` of each test that passed only when it was retried. */
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
