import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAULT_NAMES, type FaultName } from './faults.ts'
import { Lane } from './lanes.ts'
import { DEEPEST, type Run, seedFavouring } from './simulate.ts'
import { UNREADABLE } from './unreadable.ts'
import { DEEDS } from './witness.ts'

/** `PLINTH_SEEDS=17` or `2001-5000` runs these alone: one that failed, or a share of the long run. */
const [FIRST, LAST] = seedsAsked(process.env.PLINTH_SEEDS) ?? [1, process.env.PLINTH_LONG ? 5_000 : 50]
const SEEDS = LAST - FIRST + 1
/** Threads beside each other: while one waits for its database, another thinks. */
const LANES = SEEDS > 200 ? 4 : 2
/** Beyond all seeds of the long run. */
const MORE_FROM = 1_000
const MORE_ROUNDS = 8
/** Seeds that have once failed run always. */
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

/** Runs each seed on whichever lane is free. Answers the runs, and the failures by seed. */
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

/** Chance may leave a fault out: then runs that favour it follow. */
async function neverMet(runs: readonly Run[]): Promise<FaultName[]> {
  const met = new Set(runs.flatMap((run) => [...run.met.keys()]))
  const missing = () => FAULT_NAMES.filter((name) => !met.has(name))
  for (let round = 0; round < MORE_ROUNDS && missing().length > 0; round++) {
    const more = await runAll(missing().map((name) => seedFavouring(name, MORE_FROM + round)))
    expect(more.failures).toEqual([])
    for (const run of more.runs) for (const name of run.met.keys()) met.add(name)
  }
  return missing()
}

describe('any sequence of blocks, reorganisations, restarts, thefts and faults of nodes', () => {
  it('[DATA-09] ends in the tables of a fresh build', { timeout: 60_000 + SEEDS * 20_000 }, async () => {
    const seeds = [...REGRESSIONS, ...Array.from({ length: SEEDS }, (_, index) => FIRST + index)]
    const { runs, failures } = await runAll(seeds)
    expect(failures).toEqual([])
    // A few seeds don't show everything.
    if (SEEDS < 50) return
    expect(await neverMet(runs), 'faults that no node ever showed').toEqual([])
    const done = new Set(runs.flatMap((run) => [...run.deeds.keys()]))
    expect(
      DEEDS.filter((deed) => !done.has(deed)),
      'what no seed ever showed',
    ).toEqual([])
    const said = new Set(runs.flatMap((run) => [...run.shapes]))
    expect(
      [...UNREADABLE.keys()].filter((shape) => !said.has(shape)),
      'shapes that no followed collection ever showed',
    ).toEqual([])
    expect(Math.max(...runs.map((run) => run.deepest)), 'blocks of the index taken back at once').toBeGreaterThanOrEqual(DEEPEST)
  })
})
