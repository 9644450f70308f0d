import { REASONS_ZH } from '@plinth/api'
import { expect, it } from 'vitest'
import { readSources } from '../checks/sources.ts'

it('every reason that the schemas and the services give in words of their own is said in Chinese too', () => {
  const sources = readSources(['packages/api/src', 'apps/server/src'], ['.ts']).filter(({ path }) => !path.endsWith('.test.ts'))
  const reasons = sources.flatMap(({ text }) => [
    ...text.matchAll(/BAD_ARGUMENT_VALUE'[^\n]*reason: '([^']+)'/g),
    ...text.matchAll(/return \{ field: '\w+', reason: '([^']+)'/g),
    ...text.matchAll(/(?:\.regex\(\/.*\/, |\.max\([^,()]+, |, )'((?:not|above|contains|\d to) [^']+)'\)/g),
  ])
  const found = new Set(reasons.map((match) => match[1] ?? ''))
  expect(found.size).toBeGreaterThan(20)
  expect([...found].filter((reason) => REASONS_ZH[reason] === undefined)).toEqual([])
})
