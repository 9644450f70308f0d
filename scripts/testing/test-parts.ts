import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runForgeTests } from '../../contracts/scripts/forge.ts'
import { runMutations } from '../../contracts/scripts/mutate.ts'
import { ROOT } from '../checks/sources.ts'
import { buildWeb } from '../market/web-build.ts'
import { run } from '../run.ts'
import { findChromium } from './chromium.ts'
import { filesOfMore, filesWithMore } from './more.ts'
import { runMutants } from './run-mutants.ts'
import { COMPILED, type PartResult, runVitest, type Selection, type VitestOptions } from './vitest.ts'

export interface Part {
  name: string
  /** Those that run it: by default all. */
  selections?: readonly Selection[]
  /** It depends on no clock and prints nothing: it runs from the start, on the processors that other parts leave free. */
  isPatient?: boolean
  /** Its own preparation: begun before the part named here, whose tests wait for chains and processes. */
  preparedBeside?: string
  prepare?(): Promise<unknown>
  run(selection: Selection): Promise<PartResult>
}

/** Of unit: its tests wait for commands and chains most of the time. */
const UNIT_WORKERS = 3
/** Its suites wait for processes, chains and time-outs half of the time: a third fills two cores. */
const SERVER_WORKERS = 3
/** Some files wait for time-outs. */
const WEB_WORKERS = 3
/** A page waits for its own timers more than half of the time. */
const COMPONENT_WORKERS = 5
/** A story waits for a block or an image half of the time: so many in parallel fill two cores. */
const BROWSERS = 4

const UNIT_TESTS = ['packages/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/gas/*.test.ts']
const SERVER_TESTS = ['apps/server/{src,test}/**/*.test.ts']
const COMPONENT_TESTS = ['apps/web/{src,test}/**/*.component.test.tsx']
const STORIES = ['e2e/stories/**/*.spec.ts']

/** In the order in which they run. */
export const PARTS: readonly Part[] = [
  { name: 'unit', run: (selection) => runSelected(selection, 'unit', UNIT_TESTS, { workers: UNIT_WORKERS }) },
  { name: 'server', run: (selection) => runSelected(selection, 'server', SERVER_TESTS, { workers: SERVER_WORKERS }) },
  { name: 'web', selections: ['default', 'all'], run: () => runVitest(['web', 'web-apart'], { workers: WEB_WORKERS }) },
  { name: 'components', run: (selection) => runSelected(selection, 'components', COMPONENT_TESTS, { workers: COMPONENT_WORKERS }) },
  { name: 'browser', run: runBrowser, preparedBeside: 'server', prepare: prepareBrowser },
  { name: 'check', selections: ['default', 'all'], isPatient: true, run: runCheck },
  { name: 'contracts', isPatient: true, run: runContracts },
  { name: 'generated', selections: ['more', 'all'], isPatient: true, run: runGenerated },
  ...(process.env.PLINTH_LONG ? [{ name: 'mutants', run: () => runMutants() }] : []),
]

function runSelected(selection: Selection, project: string, tests: readonly string[], options: VitestOptions): Promise<PartResult> {
  const files = selection === 'more' ? filesWithMore(tests) : []
  const without = selection === 'default' ? filesOfMore(tests) : []
  return runVitest(project, { ...options, selection, files, without })
}

/** The lowest priority: tests that wait for pages, chains and time-outs go first. */
const PATIENT = 19

async function runCheck(): Promise<PartResult> {
  const { output } = await run(process.execPath, [join(ROOT, 'scripts/check.ts')], { priority: PATIENT })
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? []
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 1), skipped: 0, output }
}

/** Compiles the contracts again, and compares. */
async function runGenerated(): Promise<PartResult> {
  const { code, output } = await run(process.execPath, [join(ROOT, 'scripts/gen.ts'), '--check'], { priority: PATIENT })
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output }
}

/** `npm test` runs all tests with few rounds, `test:more` the tests that have rounds with more, the long run with those of foundry.toml. */
const ROUNDS = {
  default: { FOUNDRY_FUZZ_RUNS: '64', FOUNDRY_INVARIANT_RUNS: '16' },
  more: { FOUNDRY_FUZZ_RUNS: '1000' },
  all: {},
} as const satisfies Record<Selection, NodeJS.ProcessEnv>
const WITH_ROUNDS = ['--match-test', '^(testFuzz|invariant)_']

async function runContracts(selection: Selection): Promise<PartResult> {
  const tests = await runForgeTests(selection === 'more' ? WITH_ROUNDS : [], {
    priority: PATIENT,
    env: ROUNDS[selection],
  })
  if (!process.env.PLINTH_LONG) return tests
  const mutations = await runMutations()
  return {
    passed: tests.passed + mutations.passed,
    failed: tests.failed + mutations.failed,
    skipped: tests.skipped,
    output: `${tests.output}\n${mutations.output}`,
  }
}

let prepared: Promise<{ chrome: string; demo: string }> | undefined

/** The browser, the web app and a market with the demo's items. */
function prepareBrowser(): Promise<{ chrome: string; demo: string }> {
  prepared ??= (async () => {
    const chrome = await findChromium(console.log)
    await buildWeb(console.log, new AbortController().signal)
    return { chrome, demo: await makeDemo() }
  })()
  return prepared
}

async function runBrowser(selection: Selection): Promise<PartResult> {
  const { chrome, demo } = await prepareBrowser()
  const env = { CHROME_PATH: chrome, PLINTH_DEMO: demo }
  return runSelected(selection, 'browser', STORIES, { env, workers: BROWSERS })
}

/**
 * A stopped market with the demo's items, for all stories of the run. Creating them takes a minute of processor time:
 * stories that need them get a copy.
 */
async function makeDemo(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-demo-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { code, output } = await run(process.execPath, [join(ROOT, 'e2e/support/make-demo.ts'), folder], {
    env: { NODE_COMPILE_CACHE: COMPILED },
  })
  if (code === 0) return folder
  throw new Error(`The demo's market could not be made:\n${output}`)
}
