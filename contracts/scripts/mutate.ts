/**
 * Changes one line of a contract at a time and requires that the test named beside the change fails for the reason named there:
 * `node contracts/scripts/mutate.ts`, or for some findings `… F-1 general`.
 * All of it happens in a copy of the workspace. Only the contract that the test deploys is compiled with the change; the tests,
 * with the libraries they call themselves, stay as they are.
 */
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Outcome, parseSuites, runForge } from './forge.ts'
import { type Compiler, type Config, makeArtifact, readConfig, readSourcesOf, SHIPPED, type Shipped, type Sources } from './gen.ts'
import { type Mutation, type MutationFile, mutate, readMutations, splitTest } from './mutations.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The fast build optimises less than the shipped one, and a change may make a contract longer. */
const MAX_CODE_BYTES = 200_000

const COPIED = ['contracts/src', 'contracts/test', 'contracts/artifacts', 'contracts/bin', 'contracts/out', 'contracts/cache']
const COPIED_TOO = ['contracts/foundry.toml', 'node_modules/@openzeppelin', 'packages/protocol/vectors']

export interface MutationTotals {
  passed: number
  failed: number
  /** A table by finding, and what is wrong with each that failed. */
  output: string
}

type Verdict = { finding: string; mutation: Mutation; problem: string | undefined }
type Build = { contract: Shipped; sources: Sources; settings: object }

/** forge names the logs that differ only where it knows their signatures. */
const unnamed = (reason: string | null) => reason?.replace(/^\w+ != expected \w+$/, 'log != expected log')

/** Runs the mutations of these findings, or of all. */
export async function runMutations(findings: readonly string[] = [], log?: (line: string) => void): Promise<MutationTotals> {
  return runMutationsOf(
    readMutations(ROOT).filter(({ finding }) => findings.length === 0 || findings.includes(finding)),
    log,
  )
}

export async function runMutationsOf(files: readonly MutationFile[], log: (line: string) => void = () => {}): Promise<MutationTotals> {
  const place = await copyWorkspace()
  try {
    const bench = new Bench(createRequire(import.meta.url)('solc'), await readConfig(), place)
    const verdicts: Verdict[] = []
    for (const { finding, mutation } of byContract(files)) {
      const problem = await bench.findProblem(mutation)
      verdicts.push({ finding, mutation, problem })
      log(`${problem ? '✗' : '✓'} ${finding} ${describe(mutation)}`)
      if (problem) log(`    ${problem}`)
    }
    return sumUp(files, verdicts)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** Where the contracts are compiled and tested with a change. */
class Bench {
  readonly #solc: Compiler
  readonly #config: Config
  readonly #root: string
  readonly #builds = new Map<string, Promise<Build>>()
  readonly #green = new Map<string, Promise<string | undefined>>()
  /** What the contract is without a change, of the build at hand. */
  #deployed: { path: string; text: string } | undefined

  constructor(solc: Compiler, config: Config, root: string) {
    this.#solc = solc
    this.#config = config
    this.#root = root
  }

  /** Undefined where the test fails as it should. */
  async findProblem(mutation: Mutation): Promise<string | undefined> {
    const contract = SHIPPED.find(({ name }) => name === mutation.contract)
    if (!contract) return `there is no contract ${mutation.contract}`
    const build = await this.#buildOf(contract)
    const source = build.sources[mutation.file]
    if (!source) return `${contract.name} is not made of ${mutation.file}`
    const changed = mutate(source.content, mutation)
    if (changed === undefined) return 'the text to change does not stand in the source exactly once'
    const failsAlready = await this.#failsAlready(mutation.test)
    if (failsAlready) return failsAlready
    try {
      const sources = { ...build.sources, [mutation.file]: { content: changed } }
      await this.#deploy(makeArtifact(this.#solc, contract, sources, build.settings))
      const outcome = await this.#test(mutation)
      if (typeof outcome === 'string') return outcome
      if (outcome.status !== 'Failure') return `survives ${mutation.test}`
      if (unnamed(outcome.reason) !== unnamed(mutation.error))
        return `${mutation.test} fails otherwise: ${outcome.reason ?? 'without a reason'}`
    } catch (error) {
      return `does not compile: ${error instanceof Error ? error.message : String(error)}`
    } finally {
      if (this.#deployed) await this.#deploy(this.#deployed)
    }
    return undefined
  }

  #failsAlready(test: string): Promise<string | undefined> {
    const known = this.#green.get(test)
    if (known) return known
    const asked = this.#test({ test }).then((outcome) => {
      if (typeof outcome === 'string') return outcome
      return outcome.status === 'Success' ? undefined : `${test} fails without a change: ${outcome.reason ?? outcome.status}`
    })
    this.#green.set(test, asked)
    return asked
  }

  /** The contract as it is, in place of the shipped one, so that a change is all that differs. Contracts come one after the other. */
  async #buildOf(contract: Shipped): Promise<Build> {
    const known = this.#builds.get(contract.name)
    if (known) return known
    const started = this.#start(contract)
    this.#builds.set(contract.name, started)
    return started
  }

  async #start(contract: Shipped): Promise<Build> {
    const sources = await readSourcesOf(this.#config, contract)
    const shipped = this.#config.settings(contract.profile)
    for (const settings of [{ ...shipped, viaIR: false, optimizer: { enabled: true, runs: 1 } }, shipped]) {
      try {
        this.#deployed = makeArtifact(this.#solc, contract, sources, settings)
        await this.#deploy(this.#deployed)
        this.#green.clear()
        return { contract, sources, settings }
      } catch (error) {
        // The short way of compiling has too few stack slots for some contracts.
        if (settings === shipped || !String(error).includes('Stack too deep')) throw error
      }
    }
    throw new Error(`${contract.name} does not compile`)
  }

  async #deploy({ path, text }: { path: string; text: string }): Promise<void> {
    await writeFile(join(this.#root, path), text)
  }

  async #test(mutation: Pick<Mutation, 'test'>): Promise<Outcome | string> {
    const { path, name } = splitTest(mutation)
    const args = ['test', '--json', '--match-path', path, '--match-test', `^${name}\\(`, '--code-size-limit', String(MAX_CODE_BYTES)]
    const { stdout, stderr } = await runForge(args, 'pipe', { root: this.#root, env: { FOUNDRY_PROFILE: 'default' } })
    const outcomes = Object.values(parseSuites(stdout) ?? {}).flatMap(({ test_results }) => Object.values(test_results))
    const [outcome] = outcomes
    return outcome && outcomes.length === 1 ? outcome : `${mutation.test} did not run once: ${`${stdout}${stderr}`.trim()}`
  }
}

/** On one line, however many the texts have. */
function describe({ file, find, replace }: Mutation): string {
  return [`${file}:`, find, '→', replace.trim() === '' ? '(nothing)' : replace].join(' ').replace(/\s+/g, ' ')
}

/** Mutations of one contract follow each other, so that it is built as it is only once. */
function byContract(files: readonly MutationFile[]): { finding: string; mutation: Mutation }[] {
  const all = files.flatMap(({ finding, mutations }) => mutations.map((mutation) => ({ finding, mutation })))
  return [...Map.groupBy(all, ({ mutation }) => mutation.contract).values()].flat()
}

async function copyWorkspace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'plinth-mutations-'))
  for (const path of [...COPIED, ...COPIED_TOO]) {
    await mkdir(dirname(join(place, path)), { recursive: true })
    await cp(join(ROOT, path), join(place, path), { recursive: true, dereference: true, preserveTimestamps: true, force: true }).catch(
      (error: NodeJS.ErrnoException) => {
        // Nothing was compiled here yet.
        if (error.code !== 'ENOENT' || !/\/(out|cache)$/.test(path)) throw error
      },
    )
  }
  // bin/solc.cjs asks for it.
  await symlink(dirname(createRequire(import.meta.url).resolve('solc/package.json')), join(place, 'node_modules/solc'), 'junction')
  return place
}

function sumUp(files: readonly MutationFile[], verdicts: readonly Verdict[]): MutationTotals {
  const wrong = verdicts.filter(({ problem }) => problem !== undefined)
  const rows = files.map(({ finding, mutations }) => {
    const failed = wrong.filter((verdict) => verdict.finding === finding).length
    return `${finding.padEnd(10)}${String(mutations.length).padStart(10)}${String(mutations.length - failed).padStart(14)}`
  })
  const problems = wrong.map(({ finding, mutation, problem }) => `${finding} ${describe(mutation)}\n    ${problem}`)
  return {
    passed: verdicts.length - wrong.length,
    failed: wrong.length,
    output: ['finding   mutations   red as said', ...rows, ...problems].join('\n'),
  }
}

if (import.meta.main) {
  const { passed, failed, output } = await runMutations(process.argv.slice(2), console.log)
  console.log(`\n${output}\n${passed} red as said, ${failed} not`)
  process.exitCode = failed === 0 ? 0 : 1
}
