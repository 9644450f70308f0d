import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAULT_NAMES, type FaultName } from './faults.ts'
import { Lane } from './lanes.ts'
import { MORE_FROM } from './node.ts'
import { DEEPEST, type Run, seedFavouring } from './simulate.ts'
import { UNREADABLE } from './unreadable.ts'
import { DEEDS } from './witness.ts'

/** `PLINTH_SEEDS=17` or `2001-5000` runs these alone: a failed one, or a share of the long run. */
const ASKED = seedsAsked(process.env.PLINTH_SEEDS)
/** Of `npm test`. `npm run test:more` has the others, and compares what all show. */
const FEW: readonly number[] = [3, 16, 34]
const [FIRST, LAST] = ASKED ?? [1, process.env.PLINTH_LONG ? 5_000 : 50]
const SEEDS = LAST - FIRST + 1
/** Parallel threads: while one waits for its database, another computes. */
const LANES = SEEDS > 200 ? 4 : 2
const MORE_ROUNDS = 8
const MORE_SEEDS = 10
/** Seeds that have failed once. */
const REGRESSIONS: readonly number[] = JSON.parse(readFileSync(new URL('./regressions.json', import.meta.url), 'utf8'))

const lanes: Lane[] = []
beforeAll(async () => {
  for (let lane = 0; lane < LANES; lane++) lanes.push(await Lane.open())
})
afterAll(() => Promise.all(lanes.map((lane) => lane.close())))

function seedsAsked(asked: string | undefined): [number, number] | undefined {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(asked ?? '') ?? []
  return first === undefined ? undefined : [Number(first), Number(last)]
}

/** Runs each seed on a free lane. Returns the runs, and the failures by seed. */
async function runAll(seeds: readonly number[]): Promise<{ runs: Run[]; failures: string[] }> {
  const waiting = [...seeds]
  const runs: Run[] = []
  const failures: string[] = []
  const work = async (lane: Lane): Promise<void> => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      try {
        runs.push(await lane.run(seed))
      } catch (error) {
        failures.push(`Seed ${seed} (keep it in regressions.json): ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  await Promise.all(lanes.map(work))
  return { runs, failures }
}

/** The seeds may miss a fault: then more runs follow, of seeds that favour it. */
async function neverShown(runs: readonly Run[]): Promise<string[]> {
  const all = [...runs]
  for (let round = 0; round < MORE_ROUNDS && missingOf(all).length > 0; round++) {
    const favouring = faultsMissing(all).map((name) => seedFavouring(name, MORE_FROM + round))
    const first = MORE_FROM * FAULT_NAMES.length + round * MORE_SEEDS
    const others = Array.from({ length: MORE_SEEDS }, (_, index) => first + index)
    const more = await runAll(favouring.length > 0 ? favouring : others)
    expect(more.failures, more.failures.join('\n')).toEqual([])
    all.push(...more.runs)
  }
  return missingOf(all)
}

function faultsMissing(runs: readonly Run[]): FaultName[] {
  const met = new Set(runs.flatMap((run) => [...run.met.keys()]))
  return FAULT_NAMES.filter((name) => !met.has(name))
}

function missingOf(runs: readonly Run[]): string[] {
  const done = new Set(runs.flatMap((run) => [...run.deeds.keys()]))
  const said = new Set(runs.flatMap((run) => [...run.shapes]))
  return [
    ...faultsMissing(runs).map((name) => `a node with the fault ${name}`),
    ...DEEDS.filter((deed) => !done.has(deed)),
    ...[...UNREADABLE.keys()].filter((shape) => !said.has(shape)).map((shape) => `a followed collection that says shape ${shape}`),
    ...(Math.max(...runs.map((run) => run.deepest)) < DEEPEST ? [`${DEEPEST} blocks of the index taken back at once`] : []),
  ]
}

describe('any sequence of blocks, reorganisations, restarts, thefts and faults of nodes', () => {
  it.skipIf(ASKED)('[DATA-09] ends in the tables of a fresh build', { timeout: 60_000 + FEW.length * 20_000 }, async () => {
    const { failures } = await runAll(FEW)
    // The list of unsteady tests shows the first line of a message.
    expect(failures, failures.join('\n')).toEqual([])
  })

  it('[DATA-09] does so for many, which show every fault', { timeout: 60_000 + SEEDS * 20_000, tags: 'more' }, async () => {
    const seeds = [...REGRESSIONS, ...Array.from({ length: SEEDS }, (_, index) => FIRST + index)]
    const { runs, failures } = await runAll(ASKED ? seeds : seeds.filter((seed) => !FEW.includes(seed)))
    expect(failures, failures.join('\n')).toEqual([])
    // A few seeds don't cover everything.
    if (SEEDS < 50) return
    const missing = await neverShown(runs)
    expect(missing, missing.join(', ')).toEqual([])
  })
})
