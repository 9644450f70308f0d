import { describe, expect, it } from 'vitest'
import { filesWithMore, isMoreFile, isMoreTest } from './more.ts'

/** Put together here, so that this file has no such tag itself. */
const TAG = ['{ tags', "'more' }"].join(': ')
const ON_FILE = ['/** ', 'more */\nimport 1'].join('@module-tag ')
const titleEnd = (text: string) => text.indexOf("',") + 1

describe('the tag of the tests that run in test:more', () => {
  it('stands for a whole file in a comment', () => {
    expect(isMoreFile(ON_FILE)).toBe(true)
    expect(isMoreFile(ON_FILE.replace('more', 'other'))).toBe(false)
  })

  it('stands for one test among its options', () => {
    for (const options of [
      TAG,
      TAG.replace(/'more'/, "['more']"),
      TAG.replace('{', '{\n  timeout: 1,'),
      TAG.replace(': ', ': isFew ? [] : '),
    ]) {
      const text = `it('does it', ${options}, () => {})`
      expect(isMoreTest(text, titleEnd(text)), options).toBe(true)
    }
  })

  it('does not stand for the test before', () => {
    const text = `it('does it', () => {})\nit('does more', ${TAG}, () => {})`
    expect(isMoreTest(text, titleEnd(text))).toBe(false)
  })

  it('is on the simulator, and not on the tests of this folder', () => {
    expect(filesWithMore(['apps/server/test/simulator/*.test.ts'])).toEqual(['apps/server/test/simulator/simulator.test.ts'])
    expect(filesWithMore(['scripts/testing/*.test.ts'])).toEqual([])
  })
})
