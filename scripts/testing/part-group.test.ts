import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PartGroup } from './part-group.ts'
import type { VitestReport } from './vitest.ts'

const FILES = ['server/orders.test.ts', 'server/kill/kill.test.ts', 'server/races/races.test.ts']
const report: VitestReport = {
  numPassedTests: 2,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [
    { name: join(process.cwd(), FILES[0] ?? ''), status: 'passed', assertionResults: [{ status: 'passed', fullName: 'sells' }] },
    {
      name: join(process.cwd(), FILES[1] ?? ''),
      status: 'failed',
      startTime: 1_000,
      endTime: 3_500,
      assertionResults: [
        { status: 'passed', fullName: 'starts again' },
        { status: 'failed', fullName: 'loses nothing', failureMessages: ['Error: lost'] },
      ],
    },
    { name: join(process.cwd(), FILES[2] ?? ''), status: 'passed', assertionResults: [{ status: 'skipped', fullName: 'wins' }] },
  ],
}

function groupThatSays(answer: { report: VitestReport; code: number }) {
  const runs: (readonly string[])[] = []
  const run = async (files: readonly string[]) => {
    runs.push(files)
    return answer
  }
  return { runs, group: new PartGroup({ project: 'server', folders: { kill: 'server/kill/', races: 'server/races/' }, files: FILES, run }) }
}

describe('parts that run together', () => {
  it('run once, and each answers for its own files', async () => {
    const { runs, group } = groupThatSays({ report, code: 1 })
    const results = await Promise.all(group.names.map((name) => group.run(name)))
    expect(runs).toEqual([[]])
    expect(results.map(({ passed, failed, skipped }) => [passed, failed, skipped])).toEqual([
      [1, 0, 0],
      [1, 1, 0],
      [0, 0, 1],
    ])
    expect(results[1]).toMatchObject({ failures: ['server/kill/kill.test.ts: loses nothing: Error: lost'], seconds: 2.5 })
  })

  it('read only the files of those that are wanted', async () => {
    const { runs, group } = groupThatSays({ report, code: 0 })
    group.choose(['races', 'check'])
    await group.run('races')
    expect(runs).toEqual([['server/races/races.test.ts']])
  })

  it('give a fault outside of every test to the project, or to the first that is wanted', async () => {
    const sound = { ...report, numFailedTests: 0, testResults: report.testResults.slice(0, 1) }
    const { group } = groupThatSays({ report: sound, code: 1 })
    expect([(await group.run('server')).failed, (await group.run('kill')).failed]).toEqual([1, 0])
    const { group: some } = groupThatSays({ report: { ...sound, testResults: [] }, code: 1 })
    some.choose(['check', 'kill', 'races'])
    expect([(await some.run('kill')).failed, (await some.run('races')).failed]).toEqual([1, 0])
  })
})
