import { readFileSync } from 'node:fs'
import { ERRORS } from '@plinth/api'
import { describe, expect, it } from 'vitest'
import { en } from './en/index.ts'
import { zh } from './zh/index.ts'

type Tree = { readonly [key: string]: string | Tree }
const flat = (texts: Tree): string[] => Object.values(texts).flatMap((value) => (typeof value === 'string' ? [value] : flat(value)))
const texts = [...flat(zh), ...Object.values(ERRORS).map((row) => row.zh)]

/** Rows of a table: the thing, what is said, what is not. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (English|thing) /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
const wordsOf = (rows: string[][], at: number): string[] => rows.flatMap((row) => (row[at] ?? '').split(', ')).filter((word) => word !== '')
const pageOf = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8')

const rows = rowsOf(pageOf('glossary-zh.md'))
const words = (at: number): string[] => wordsOf(rows, at)

describe('English', () => {
  const said = [...flat(en), ...Object.values(ERRORS).map((row) => row.en)].map((text) => text.toLowerCase())
  const onScreen = rowsOf(pageOf('glossary.md').split('## Words on screen')[1] ?? '')

  it('[F-125] has one word for one thing', () => {
    expect(onScreen.length).toBeGreaterThan(6)
    expect(wordsOf(onScreen, 3).flatMap((word) => said.filter((text) => text.includes(word)).map((text) => `${word}: ${text}`))).toEqual([])
    expect(wordsOf(onScreen, 2).filter((word) => !said.some((text) => text.includes(word)))).toEqual([])
  })

  it('[F-125] says offer for a set of works, or for the best of all that ask', () => {
    const { offer: _, inbox: __, approvals: ___, ...others } = en as Tree
    const meant = /top offer|collection offer|trait offer|\boffers\b|offers no log-in/g
    expect(
      [...flat(others), ...Object.values(ERRORS).map((row) => row.en)].filter((text) =>
        /\boffer/i.test(text.toLowerCase().replaceAll(meant, '')),
      ),
    ).toEqual([])
  })
})

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
