import { describe, expect, it } from 'vitest'
import { checkState } from './state.ts'

const problems = (text: string, path = 'apps/server/src/jobs/a.ts') => checkState([{ path, text }])

describe('checkState', () => {
  it.each(['const kept = new WeakMap<Chain, number>()', 'const seen = new WeakSet()', '  return new WeakRef(context)'])(
    'refuses %s in a module of the server',
    (text) => {
      expect(problems(`\n${text}`)).toEqual(['apps/server/src/jobs/a.ts:2: keep this in the context, where readers see it'])
    },
  )

  it('leaves the database its connections, tests theirs, and other programs alone', () => {
    const text = 'const of = new WeakMap()'
    expect([
      ...problems(text, 'apps/server/src/db/kept.ts'),
      ...problems(text, 'apps/server/src/jobs/a.test.ts'),
      ...problems(text, 'apps/web/src/a.ts'),
      ...problems('const known = new Map()'),
    ]).toEqual([])
  })
})
