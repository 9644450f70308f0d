import { describe, expect, it } from 'vitest'
import { countReport, failuresOf, unsteadyOf } from './vitest.ts'

const aTest = (status: string, tags: string[] = []) => ({ status, fullName: `${status} ${tags}`, tags })
const reportOf = (...assertionResults: ReturnType<typeof aTest>[]) => ({
  testResults: [
    { name: 'a.test.ts', status: assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed', assertionResults },
  ],
})
const good = reportOf(aTest('passed'), aTest('passed'))

describe('countReport', () => {
  it('takes the totals of a good run', () => {
    expect(countReport(good, 0)).toEqual({ passed: 2, failed: 0, skipped: 0 })
  })

  it('counts a file that could not be loaded as one failure', () => {
    const broken = { name: 'b.test.ts', status: 'failed', assertionResults: [] }
    expect(countReport({ testResults: [...good.testResults, broken] }, 1)).toEqual({ passed: 2, failed: 1, skipped: 0 })
  })

  it('does not count a file with a failed test twice', () => {
    expect(countReport(reportOf(aTest('failed')), 1).failed).toBe(1)
  })

  it('fails when vitest fails outside of every test', () => {
    expect(countReport(good, 1).failed).toBe(1)
  })

  it('shows skipped and unwritten tests', () => {
    expect(countReport(reportOf(aTest('pending'), aTest('skipped'), aTest('todo')), 0).skipped).toBe(3)
  })

  it('counts no test that belongs to the other selection', () => {
    const report = reportOf(aTest('passed'), aTest('pending'), aTest('skipped', ['more']), aTest('skipped', ['more']))
    expect(countReport(report, 0, 'default')).toEqual({ passed: 1, failed: 0, skipped: 1 })
    expect(countReport(report, 0, 'more')).toEqual({ passed: 0, failed: 0, skipped: 2 })
  })
})

describe('failuresOf', () => {
  it('names failed tests with their reason, and files that could not be read', () => {
    const tests = [
      { status: 'passed', fullName: 'adds' },
      { status: 'failed', fullName: 'divides', failureMessages: ['Error: by zero\n    at divide'] },
    ]
    const testResults = [
      { name: `${process.cwd()}/a.test.ts`, status: 'failed', assertionResults: tests },
      { name: `${process.cwd()}/b.test.ts`, status: 'failed', assertionResults: [] },
      { name: `${process.cwd()}/c.test.ts`, status: 'passed', assertionResults: [] },
    ]
    expect(failuresOf({ testResults })).toEqual(['a.test.ts: divides: Error: by zero', 'b.test.ts'])
  })
})

describe('unsteadyOf', () => {
  it('names tests that passed only when they ran again', () => {
    const tests = [
      { status: 'passed', fullName: 'adds', failureMessages: [] },
      { status: 'passed', fullName: 'waits', failureMessages: ['Error: too late\n    at wait'] },
      { status: 'failed', fullName: 'divides', failureMessages: ['Error: by zero'] },
      {
        status: 'passed',
        fullName: 'clicks',
        failureMessages: ["click: Timeout\nCall log:\n\u001b[2m  - waiting for button 'Pay'\u001b[22m"],
      },
    ]
    const testResults = [{ name: `${process.cwd()}/a.test.ts`, status: 'failed', assertionResults: tests }]
    expect(unsteadyOf({ testResults })).toEqual([
      'a.test.ts: waits: Error: too late',
      "a.test.ts: clicks: click: Timeout - waiting for button 'Pay'",
    ])
  })
})
