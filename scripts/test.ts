import { type CpuInfo, cpus } from 'node:os'
import { useMemoryFolder } from './testing/memory-folder.ts'
import { PARTS, type Part } from './testing/test-parts.ts'
import type { PartResult, Totals } from './testing/vitest.ts'

/** `npm test`, or `npm test -- unit server` for some parts. Continues after a failure; the last line has the true totals. */
const wanted = process.argv.slice(2)
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
const parts = PARTS.filter((part) => wanted.length === 0 || wanted.includes(part.name))
for (const { group } of parts) group?.choose(parts.map(({ name }) => name))
const processors = cpus()
useMemoryFolder()
const early = new Map(parts.filter(({ isPatient }) => isPatient).map((part) => [part.name, runTimed(part)]))
for (const part of parts) {
  const { name } = part
  // Its failure is reported by the part, which waits for the same preparation.
  for (const later of parts) if (later.preparedBeside === name) later.prepare?.().catch(() => undefined)
  console.log(`\n── ${name} ──`)
  const { result, seconds } = await (early.get(name) ?? runTimed(part))
  if (result.output) console.log(result.output.trimEnd())
  if (result.passed + result.failed === 0) {
    console.error(`The part ${name} ran no test.`)
    result.failed = 1
  }
  for (const key of ['passed', 'failed', 'skipped'] as const) totals[key] += result[key]
  failures.push(...(result.failures ?? []))
  unsteady.push(...(result.unsteady ?? []))
  summary.push(`${name.padEnd(10)} ${format(result).padEnd(34)} ${seconds.toFixed(1)} s`)
}
if (unsteady.length > 0) console.log(`\nUnsteady, passed when run again:\n${unsteady.map((test) => `  ${test}`).join('\n')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
const together = `${'together'.padEnd(45)} ${secondsSince(beganAll).toFixed(1)} s, processors idle ${idleShare(processors, cpus())} %`
console.log(`\n${summary.join('\n')}\n${together}\n`)
console.log(format(totals))
process.exitCode = totals.failed === 0 ? 0 : 1

/** Load of all processors between two samples, in percent. */
function idleShare(before: readonly CpuInfo[], after: readonly CpuInfo[]): number {
  const timesOf = (all: readonly CpuInfo[]) => {
    const idle = all.reduce((sum, { times }) => sum + times.idle, 0)
    return { idle, all: all.reduce((sum, { times }) => sum + Object.values(times).reduce((total, ms) => total + ms, 0), 0) }
  }
  const [from, to] = [timesOf(before), timesOf(after)]
  return Math.round((100 * (to.idle - from.idle)) / (to.all - from.all))
}

async function runTimed({ run }: Part): Promise<{ result: PartResult; seconds: number }> {
  const began = performance.now()
  const result = await run().catch((error: unknown): PartResult => {
    console.error(error)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  return { result, seconds: result.seconds ?? secondsSince(began) }
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1000
}

function format({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
