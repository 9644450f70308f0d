import { describe, expect, it } from 'vitest'
import { countReport, failuresOf, unsteadyOf } from './vitest.ts'

const base = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }

describe('countReport', () => {
  it('takes the totals of a good run', () => {
    expect(countReport(base, 0)).toEqual({ passed: 3, failed: 0, skipped: 0 })
  })

  it('counts a file that could not be loaded as one failure', () => {
    const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }]
    expect(countReport({ ...base, testResults }, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  })

  it('does not count a file with a failed test twice', () => {
    const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'failed', fullName: 'adds' }] }]
    expect(countReport({ ...base, numFailedTests: 1, testResults }, 1).failed).toBe(1)
  })

  it('fails when vitest fails outside of every test', () => {
    expect(countReport(base, 1).failed).toBe(1)
  })

  it('shows skipped and unwritten tests', () => {
    expect(countReport({ ...base, numPendingTests: 2, numTodoTests: 1 }, 0).skipped).toBe(3)
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
    expect(failuresOf({ ...base, testResults })).toEqual(['a.test.ts: divides: Error: by zero', 'b.test.ts'])
  })
})

describe('unsteadyOf', () => {
  it('names tests that passed only when they ran again', () => {
    const tests = [
      { status: 'passed', fullName: 'adds', failureMessages: [] },
      { status: 'passed', fullName: 'waits', failureMessages: ['Error: too late\n    at wait'] },
      { status: 'failed', fullName: 'divides', failureMessages: ['Error: by zero'] },
    ]
    const testResults = [{ name: `${process.cwd()}/a.test.ts`, status: 'failed', assertionResults: tests }]
    expect(unsteadyOf({ ...base, testResults })).toEqual(['a.test.ts: waits: Error: too late'])
  })
})
