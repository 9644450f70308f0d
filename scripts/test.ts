import { type CpuInfo, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { useMemoryFolder } from './testing/memory-folder.ts'
import { PARTS, type Part } from './testing/test-parts.ts'
import type { PartResult, Selection, Totals } from './testing/vitest.ts'

/**
 * `npm test`, or `npm test -- unit server` for some parts; `--more` runs the tests of `npm run test:more`, `--ci` those
 * after the others. Continues after a failure; the last line has the true totals.
 */
const { values, positionals: wanted } = parseArgs({
  options: { more: { type: 'boolean' }, ci: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: choose from ${PARTS.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const beganAll = performance.now()
const totals: Totals = { passed: 0, failed: 0, skipped: 0 }
const summary: string[] = []
const failures: string[] = []
const unsteady: string[] = []
const processors = cpus()
useMemoryFolder()
for (const selection of selectionsOf(values)) await runParts(selection)
if (unsteady.length > 0) console.log(`\nUnsteady, passed when run again:\n${unsteady.map((test) => `  ${test}`).join('\n')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
summary.push(`${'together'.padEnd(53)} ${secondsSince(beganAll).toFixed(1)} s, processors idle ${idleShare(processors, cpus())} %`)
console.log(`\n${summary.join('\n')}\n`)
console.log(format(totals))
process.exitCode = totals.failed === 0 ? 0 : 1

function selectionsOf({ more, ci }: typeof values): Selection[] {
  if (process.env.PLINTH_LONG) return ['all']
  if (ci) return ['default', 'more']
  return [more ? 'more' : 'default']
}

async function runParts(selection: Selection): Promise<void> {
  const parts = PARTS.filter(
    ({ name, selections }) => (wanted.length === 0 || wanted.includes(name)) && (selections?.includes(selection) ?? true),
  )
  if (parts.length === 0) {
    console.error(`No part of ${wanted.join(', ')} is in this run.`)
    totals.failed++
    return
  }
  const early = new Map(parts.filter(({ isPatient }) => isPatient).map((part) => [part.name, runTimed(part, selection)]))
  for (const part of parts) {
    const name = selection === 'more' ? `more ${part.name}` : part.name
    // Its failure is reported by the part, which waits for the same preparation.
    for (const later of parts) if (later.preparedBeside === part.name) later.prepare?.().catch(() => undefined)
    console.log(`\n── ${name} ──`)
    const { result, seconds } = await (early.get(part.name) ?? runTimed(part, selection))
    if (result.output) console.log(result.output.trimEnd())
    if (result.passed + result.failed === 0) {
      console.error(`The part ${name} ran no test.`)
      result.failed = 1
    }
    for (const key of ['passed', 'failed', 'skipped'] as const) totals[key] += result[key]
    failures.push(...(result.failures ?? []))
    unsteady.push(...(result.unsteady ?? []))
    summary.push(`${name.padEnd(18)} ${format(result).padEnd(34)} ${seconds.toFixed(1)} s`)
  }
}

/** Load of all processors between two samples, in percent. */
function idleShare(before: readonly CpuInfo[], after: readonly CpuInfo[]): number {
  const timesOf = (all: readonly CpuInfo[]) => {
    const idle = all.reduce((sum, { times }) => sum + times.idle, 0)
    return { idle, all: all.reduce((sum, { times }) => sum + Object.values(times).reduce((total, ms) => total + ms, 0), 0) }
  }
  const [from, to] = [timesOf(before), timesOf(after)]
  return Math.round((100 * (to.idle - from.idle)) / (to.all - from.all))
}

async function runTimed({ run }: Part, selection: Selection): Promise<{ result: PartResult; seconds: number }> {
  const began = performance.now()
  const result = await run(selection).catch((error: unknown): PartResult => {
    console.error(error)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  return { result, seconds: secondsSince(began) }
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1000
}

function format({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
