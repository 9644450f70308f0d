import { describe, expect, it } from 'vitest'
import { marked } from './marked.ts'

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
