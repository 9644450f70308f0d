import { relative } from 'node:path'
import { countReport, failuresOf, type PartResult, unsteadyOf, type VitestReport } from './vitest.ts'

export interface GroupOptions {
  /** Of vitest.config.ts; also the name of the part that has the files of no other. */
  project: string
  /** The other parts of the project, and how their files' paths begin. */
  folders: Readonly<Record<string, string>>
  /** Every test file of the project, from the root. */
  files: readonly string[]
  /** Runs these files; where none is named, the whole project. */
  run(files: readonly string[]): Promise<{ report: VitestReport; code: number }>
}

/** Parts of one vitest project that run together: they share databases and chains, and none waits for another's last file. */
export class PartGroup {
  readonly names: readonly string[]
  readonly #options: GroupOptions
  #chosen: readonly string[]
  #running: Promise<{ report: VitestReport; code: number }> | undefined

  constructor(options: GroupOptions) {
    this.names = [options.project, ...Object.keys(options.folders)]
    this.#options = options
    this.#chosen = this.names
  }

  /** Runs only these parts of the group. Called before the first one runs. */
  choose(names: readonly string[]): void {
    this.#chosen = this.names.filter((name) => names.includes(name))
  }

  /** The result of a part, once the group has run. An error outside any test counts against the first of the parts that ran. */
  async run(name: string): Promise<PartResult> {
    const { files, run } = this.#options
    const isAll = this.#chosen.length === this.names.length
    this.#running ??= run(isAll ? [] : files.filter((path) => this.#chosen.includes(this.#partOf(path))))
    const { report, code } = await this.#running
    const testResults = report.testResults.filter((file) => this.#partOf(relative(process.cwd(), file.name)) === name)
    const statuses = testResults.flatMap(({ assertionResults }) => assertionResults).map(({ status }) => status)
    const count = (wanted: string) => statuses.filter((status) => status === wanted).length
    const share: VitestReport = {
      numPassedTests: count('passed'),
      numFailedTests: count('failed'),
      numPendingTests: count('pending') + count('skipped'),
      numTodoTests: count('todo'),
      testResults,
    }
    const isBroken = code !== 0 && countReport(report, 0).failed === 0
    const totals = countReport(share, isBroken && name === this.#chosen[0] ? code : 0)
    const seconds = this.#chosen.length > 1 ? { seconds: secondsOf(testResults) } : {}
    return { ...totals, failures: failuresOf(share), unsteady: unsteadyOf(share), ...seconds }
  }

  #partOf(path: string): string {
    const { project, folders } = this.#options
    return Object.entries(folders).find(([, folder]) => path.startsWith(folder))?.[0] ?? project
  }
}

/** Sequential time of all its files: in parallel they take less. */
function secondsOf(files: VitestReport['testResults']): number {
  return files.reduce((sum, { startTime, endTime }) => sum + ((endTime ?? 0) - (startTime ?? 0)), 0) / 1_000
}
