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

/** Parts of one project of vitest, which run together: its databases and chains are started once, and no part waits for another's last file. */
export class PartGroup {
  readonly #options: GroupOptions
  #wanted: readonly string[] | undefined
  #running: Promise<{ report: VitestReport; code: number }> | undefined

  constructor(options: GroupOptions) {
    this.#options = options
  }

  get names(): readonly string[] {
    return [this.#options.project, ...Object.keys(this.#options.folders)]
  }

  /** Only these parts of the group run; told before the first one does. */
  choose(names: readonly string[]): void {
    this.#wanted = names
  }

  /** What came of a part, once the group has run. A fault outside of any test is the project's. */
  async run(name: string): Promise<PartResult> {
    const { files, run } = this.#options
    const isAll = !this.#wanted || this.names.every((part) => this.#wanted?.includes(part))
    this.#running ??= run(isAll ? [] : files.filter((path) => this.#wanted?.includes(this.partOf(path))))
    const { report, code } = await this.#running
    const testResults = report.testResults.filter((file) => this.partOf(relative(process.cwd(), file.name)) === name)
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    const count = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status)).length
    const share: VitestReport = {
      numPassedTests: count('passed'),
      numFailedTests: count('failed'),
      numPendingTests: count('pending', 'skipped', 'disabled'),
      numTodoTests: count('todo'),
      testResults,
    }
    const isBroken = code !== 0 && countReport(report, 0).failed === 0
    const totals = countReport(share, isBroken && name === this.#faultsGoTo() ? code : 0)
    const isShare = this.names.filter((part) => this.#wanted?.includes(part) ?? true).length > 1
    return { ...totals, failures: failuresOf(share), unsteady: unsteadyOf(share), ...(isShare && { seconds: secondsOf(testResults) }) }
  }

  partOf(path: string): string {
    const { project, folders } = this.#options
    return Object.entries(folders).find(([, folder]) => path.startsWith(folder))?.[0] ?? project
  }

  #faultsGoTo(): string | undefined {
    const { project } = this.#options
    return this.names.find((name) => this.#wanted?.includes(name) ?? true) ?? project
  }
}

/** Of all its files one after the other: beside each other they take less. */
function secondsOf(files: VitestReport['testResults']): number {
  return files.reduce((sum, { startTime, endTime }) => sum + ((endTime ?? 0) - (startTime ?? 0)), 0) / 1_000
}
