import { describe, expect, it } from 'vitest'
import { countReport } from './test-parts.ts'

const base = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }

describe('countReport', () => {
  it('takes the totals of a good run', () => {
    expect(countReport(base, 0)).toEqual({ passed: 3, failed: 0, skipped: 0 })
  })

  it('counts a file that could not be loaded as one failure', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }]
    expect(countReport({ ...base, testResults }, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  })

  it('does not count a file with a failed test twice', () => {
    const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }]
    expect(countReport({ ...base, numFailedTests: 1, testResults }, 1).failed).toBe(1)
  })

  it('fails when vitest fails outside of every test', () => {
    expect(countReport(base, 1).failed).toBe(1)
  })

  it('shows skipped and unwritten tests', () => {
    expect(countReport({ ...base, numPendingTests: 2, numTodoTests: 1 }, 0).skipped).toBe(3)
  })
})
