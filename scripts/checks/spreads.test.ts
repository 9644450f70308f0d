import { describe, expect, it } from 'vitest'
import { checkSpreads } from './spreads.ts'

const problems = (text: string) => checkSpreads([{ path: 'a.ts', text }])

describe('checkSpreads', () => {
  it.each(['return { ...{ a, b }, c }', '<Part {...{ a, b }} />', 'f([...[1, 2], 3])'])('refuses %s', (text) => {
    expect(problems(`\n${text}`)).toEqual(['a.ts:2: a literal is spread'])
  })

  it.each([
    'return { ...rest, a }',
    'return { ...(isOpen ? { a } : {}) }',
    'f([...[1, 2].map(one), 3])',
    "say('...{')",
    '// ...{ a }',
    ' * ...{ a }',
  ])('takes %s', (text) => {
    expect(problems(text)).toEqual([])
  })
})
