import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runForgeTests } from '../../contracts/scripts/forge.ts'
import { runMutations } from '../../contracts/scripts/mutate.ts'
import { ROOT } from '../checks/sources.ts'
import { buildWeb } from '../market/web-build.ts'
import { run } from '../run.ts'
import { findChromium } from './chromium.ts'
import { type GroupOptions, PartGroup } from './part-group.ts'
import { runMutants } from './run-mutants.ts'
import { COMPILED, type PartResult, reportVitest, runVitest, type VitestOptions } from './vitest.ts'

export interface Part {
  name: string
  /** The other parts that it runs with. */
  group?: PartGroup
  /** It depends on no clock and prints nothing: it runs from the start, on the processors that other parts leave free. */
  isPatient?: boolean
  /** Its own preparation: begun before the part named here, whose tests wait for chains and processes. */
  preparedBeside?: string
  prepare?(): Promise<unknown>
  run(): Promise<PartResult>
}

/** Its tests wait for commands and chains most of the time. */
const UNIT_WORKERS = 3

/** Its suites wait for processes, chains and time-outs half of the time: a third fills two cores. */
const SERVER_WORKERS = 3

/** The contracts against their TypeScript models. */
const unit = groupOf('unit', { models: 'packages/devnet/test/model/' }, ['packages/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'], {
  workers: UNIT_WORKERS,
})

/** The server's long tests: kill points, races, and the market's simulator. */
const server = groupOf(
  'server',
  { kill: 'apps/server/test/kill/', races: 'apps/server/test/races/', simulator: 'apps/server/test/simulator/' },
  ['apps/server/{src,test}/**/*.test.ts'],
  { workers: SERVER_WORKERS },
)

/** In the order of `npm test`. */
export const PARTS: readonly Part[] = [
  ...partsOf(unit),
  ...partsOf(server),
  { name: 'web', run: () => runVitest(['web', 'web-apart'], { workers: WEB_WORKERS }) },
  { name: 'components', run: () => runVitest('components', { workers: COMPONENT_WORKERS }) },
  { name: 'browser', run: runBrowser, preparedBeside: 'server', prepare: prepareBrowser },
  { name: 'check', isPatient: true, run: runCheck },
  { name: 'contracts', isPatient: true, run: runContracts },
  ...(process.env.PLINTH_LONG ? [{ name: 'mutants', run: () => runMutants() }] : []),
]

function groupOf(project: string, folders: GroupOptions['folders'], tests: string[], options: VitestOptions): PartGroup {
  const files = globSync(tests, { cwd: ROOT })
  return new PartGroup({ project, folders, files, run: (chosen) => reportVitest(project, { ...options, files: chosen }) })
}

function partsOf(group: PartGroup): Part[] {
  return group.names.map((name) => ({ name, group, run: () => group.run(name) }))
}

/** The lowest priority: tests that wait for pages, chains and time-outs go first. */
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

/** Some files wait for time-outs. */
const WEB_WORKERS = 3

/** A page waits for its own timers more than half of the time. */
const COMPONENT_WORKERS = 5

/** A story waits for a block or an image half of the time: so many in parallel fill two cores. */
const BROWSERS = 4

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

async function runBrowser(): Promise<PartResult> {
  const { chrome, demo } = await prepareBrowser()
  try {
    return await runVitest('browser', { env: { CHROME_PATH: chrome, PLINTH_DEMO: demo }, workers: BROWSERS })
  } finally {
    rmSync(demo, { recursive: true, force: true })
  }
}

/**
 * A stopped market with the demo's items. Creating them takes a minute of processor time: stories that need them get a
 * copy.
 */
async function makeDemo(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-demo-'))
  const { code, output } = await run(process.execPath, [join(ROOT, 'e2e/support/make-demo.ts'), folder], {
    env: { NODE_COMPILE_CACHE: COMPILED },
  })
  if (code === 0) return folder
  rmSync(folder, { recursive: true, force: true })
  throw new Error(`The demo's market could not be made:\n${output}`)
}
