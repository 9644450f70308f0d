import { describe, expect, it } from 'vitest'
import { readSearch, searchPath } from './keyword.ts'

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
