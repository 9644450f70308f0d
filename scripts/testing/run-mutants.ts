/**
 * Applies the changes of mutants.json one at a time and requires that a suite named beside each finds it: `npm run mutants`, or for
 * some requirements `npm run mutants -- MSG-05 SALE-28`. All of it happens in a copy of the workspace.
 */
import { existsSync, globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { runMutationsOf } from '../../contracts/scripts/mutate.ts'
import { mutate } from '../../contracts/scripts/mutations.ts'
import { listImports } from '../checks/import-graph.ts'
import { readRequirements } from '../checks/requirements.ts'
import { CODE_ENDINGS, CODE_FOLDERS, ROOT, readSources } from '../checks/sources.ts'
import { run } from '../run.ts'
import { useMemoryFolder } from './memory-folder.ts'
import { isOfContract, MUTANTS, readMutants, type SuiteMutant, suitesOf } from './mutants.ts'
import { COMPILED, type PartResult, type VitestReport } from './vitest.ts'

/** Not copied: what tools make, and packages, which are linked. */
const LEFT = new Set(['.git', 'node_modules', 'dist', 'out', 'cache', 'data', 'test-results'])
/** In the order in which vitest.config.ts declares them. */
const PROJECTS = ['unit', 'server', 'web', 'web-apart', 'components']

/** Runs the mutants of these requirements, or all. */
export async function runMutants(ids: readonly string[] = [], log: (line: string) => void = () => {}): Promise<PartResult> {
  const chosen = readMutants(ROOT).filter(({ id }) => ids.length === 0 || ids.includes(id))
  const ofContracts = chosen.filter(isOfContract)
  const problems: string[] = []
  const place = await copyWorkspace()
  try {
    const bench = new Bench(place)
    for (const mutant of chosen) {
      if (isOfContract(mutant)) continue
      const began = performance.now()
      const { found, problem } = await bench.try(mutant)
      const seconds = ((performance.now() - began) / 1_000).toFixed(0)
      log(
        `${problem ? '✗' : '✓'} ${mutant.id} ${mutant.change} (${seconds} s)\n    ${problem ?? found ?? 'found by none, as the list says'}`,
      )
      if (problem) problems.push(`${mutant.id} ${mutant.change}: ${problem}`)
    }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
  const byId = [...Map.groupBy(ofContracts, ({ id }) => id)]
  const contracts = await runMutationsOf(
    byId.map(([id, mutations]) => ({ finding: id, path: MUTANTS, mutations })),
    log,
  )
  const suites = chosen.length - ofContracts.length
  return {
    passed: suites - problems.length + contracts.passed,
    failed: problems.length + contracts.failed,
    skipped: 0,
    failures: problems,
    output: contracts.failed > 0 ? contracts.output : '',
  }
}

type Verdict = { found?: string; problem?: string }

/** Where suites run with a change. */
class Bench {
  readonly #root: string
  readonly #suitesOf: (mutant: SuiteMutant) => string[]
  readonly #green = new Map<string, Promise<boolean>>()

  constructor(root: string) {
    this.#root = root
    const sources = readSources(CODE_FOLDERS, CODE_ENDINGS)
    const { named } = readRequirements([], sources)
    const imports = sources.flatMap(listImports).filter(({ isType }) => !isType)
    this.#suitesOf = (mutant) => suitesOf(mutant, named, imports)
  }

  async try(mutant: SuiteMutant): Promise<Verdict> {
    const path = join(this.#root, mutant.file)
    const source = await readFile(path, 'utf8')
    const changed = mutate(source, mutant)
    if (changed === undefined) return { problem: 'the text to change does not stand in the source exactly once' }
    await writeFile(path, changed)
    const failed = await this.#findFailing(mutant).finally(() => writeFile(path, source))
    if (!failed) return mutant.by.length === 0 ? {} : { problem: 'no suite finds it' }
    const { suite, test } = failed
    if (!(await this.#isGreen(suite))) return { problem: `${suite} fails without the change` }
    const found = `${suite}: ${test}`
    return mutant.by.includes(suite) ? { found } : { problem: `the list does not name what finds it: ${found}` }
  }

  /** Of the suites that the list names, then of all others that name the requirement or import the file. */
  async #findFailing(mutant: SuiteMutant): Promise<Failed | undefined> {
    const others = this.#suitesOf(mutant).filter((suite) => !mutant.by.includes(suite))
    return (await this.#run(mutant.by)) ?? (await this.#run(others))
  }

  #isGreen(suite: string): Promise<boolean> {
    const known = this.#green.get(suite)
    if (known) return known
    const asked = this.#run([suite]).then((failed) => failed === undefined)
    this.#green.set(suite, asked)
    return asked
  }

  async #run(suites: readonly string[]): Promise<Failed | undefined> {
    if (suites.length === 0) return undefined
    const file = join(this.#root, 'mutant-report.json')
    await rm(file, { force: true })
    const args = ['run', ...suites, ...PROJECTS.flatMap((project) => ['--project', project])]
    const quick = ['--bail=1', '--retry=0', '--reporter=json', `--outputFile=${file}`]
    const vitest = join(this.#root, 'node_modules/vitest/vitest.mjs')
    const { code, output } = await run(process.execPath, [vitest, ...args, ...quick], {
      cwd: this.#root,
      // Nothing of the long numbers: a change is found without them.
      env: { NODE_COMPILE_CACHE: COMPILED, PLINTH_LONG: '' },
    })
    if (code === 0) return undefined
    if (!existsSync(file)) throw new Error(`vitest did not run:\n${output}`)
    return this.#readFailed(JSON.parse(await readFile(file, 'utf8')), output)
  }

  #readFailed({ testResults }: VitestReport, output: string): Failed {
    const failed = testResults.find(({ status }) => status === 'failed')
    if (!failed) throw new Error(`vitest failed without a test:\n${output}`)
    const test = failed.assertionResults.find(({ status }) => status === 'failed')
    return { suite: relative(this.#root, failed.name).replaceAll('\\', '/'), test: test?.fullName ?? 'could not be loaded' }
  }
}

type Failed = { suite: string; test: string }

/** Sources are copied; packages are linked one by one, so that the links between the workspace's own lead into the copy. */
async function copyWorkspace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'plinth-mutants-'))
  await cp(ROOT, place, { recursive: true, verbatimSymlinks: true, filter: (path) => !LEFT.has(basename(path)) })
  for (const folder of globSync(['node_modules', '{apps,packages}/*/node_modules'], { cwd: ROOT })) {
    await mkdir(join(place, folder), { recursive: true })
    for (const name of await readdir(join(ROOT, folder))) {
      if (name.startsWith('.')) continue
      const isOwn = name === '@plinth'
      if (isOwn) await cp(join(ROOT, folder, name), join(place, folder, name), { recursive: true, verbatimSymlinks: true })
      else await symlink(join(ROOT, folder, name), join(place, folder, name), 'junction')
    }
  }
  return place
}

if (import.meta.main) {
  useMemoryFolder()
  const { passed, failed, output } = await runMutants(process.argv.slice(2), console.log)
  if (output) console.log(output)
  console.log(`${passed} as the list says, ${failed} not`)
  process.exitCode = failed === 0 ? 0 : 1
}
