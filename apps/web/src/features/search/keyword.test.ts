import { describe, expect, it } from 'vitest'
import { marked, readSearch, searchPath } from './keyword.ts'

describe('the address of a search', () => {
  it('[SHELL-10] carries the keyword whole', () => {
    for (const keyword of ['aurora', '雪山 & #3', 'a+b?c=d/%']) {
      const path = searchPath(` ${keyword} `, 'people')
      expect(readSearch(new URL(path, 'http://plinth.test').searchParams)).toEqual({ keyword, tab: 'people' })
    }
  })

  it('counts what is malformed as absent', () => {
    expect(readSearch(new URLSearchParams('tab=nonsense'))).toEqual({ keyword: '', tab: undefined })
    expect(readSearch(new URLSearchParams({ keyword: 'x'.repeat(500) })).keyword).toHaveLength(200)
  })
})

describe('marked', () => {
  const text = (name: string, keyword: string) => marked(name, keyword).map(({ text: part, isHit }) => (isHit ? `[${part}]` : part))

  it('shows in a name what was looked for', () => {
    expect(text('Twelve Mountains', 'moun')).toEqual(['Twelve ', '[Moun]', 'tains'])
    expect(text('雪山图', '山')).toEqual(['雪', '[山]', '图'])
    expect(text('Aurora', 'aurora')).toEqual(['[Aurora]'])
    expect(text('Aurora', '')).toEqual(['Aurora'])
    expect(text('İstanbul', 'stan')).toEqual(['İstanbul'])
  })
})
