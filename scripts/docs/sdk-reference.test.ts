import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as sdk from '@plinth/sdk'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../checks/sources.ts'
import { FILE, readReference, writeActs } from './sdk-reference.ts'

const reference = readReference()
const names = reference.acts.map(({ name }) => name)

describe('the reference of the SDK', () => {
  it('[PKG-02] has every act that the README lists, and each of them is exported', () => {
    const readme = readFileSync(join(ROOT, 'packages/sdk/README.md'), 'utf8')
    const rows = readme.split('\n').filter((line) => line.startsWith('| `'))
    const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
    expect(names).toEqual([...new Set(listed)].filter((name) => name !== 'taker').toSorted())
    expect(names.filter((name) => !(name in sdk))).toEqual([])
  })

  it.each(reference.acts)('[PKG-02] says what $name does and shows an example of it', ({ doc, examples }) => {
    expect(doc).toMatch(/^[A-Z].+\.$/)
    expect(examples.length).toBeGreaterThan(0)
  })

  it('[PKG-02] stands in docs as its sources say', () => {
    expect(readFileSync(join(ROOT, FILE), 'utf8')).toBe(writeActs(reference))
  })
})
