import { readFileSync } from 'node:fs'
import { ERRORS } from '@plinth/api'
import { describe, expect, it } from 'vitest'
import { zh } from './zh/index.ts'

type Tree = { readonly [key: string]: string | Tree }
const flat = (texts: Tree): string[] => Object.values(texts).flatMap((value) => (typeof value === 'string' ? [value] : flat(value)))
const texts = [...flat(zh), ...Object.values(ERRORS).map((row) => row.zh)]

/** Rows of the table: English, what is said, what is not. */
const rows = readFileSync(new URL('../../../../docs/glossary-zh.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| English'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const words = (at: number): string[] => rows.flatMap((row) => (row[at] ?? '').split(', ')).filter((word) => word !== '')

describe('Chinese', () => {
  it('[I18N-01] has one word for one thing', () => {
    expect(rows.length).toBeGreaterThan(30)
    expect(words(3).flatMap((word) => texts.filter((text) => text.includes(word)).map((text) => `${word}: ${text}`))).toEqual([])
  })

  it('says every word of the glossary', () => {
    expect(words(2).filter((word) => !texts.some((text) => text.includes(word)))).toEqual([])
  })

  it('has full marks after Han', () => {
    const half = texts.filter((text) => /\p{Script=Han}[,;:!?]|\p{Script=Han}\.(?!\d)/u.test(text))
    expect(half).toEqual([])
  })
})
