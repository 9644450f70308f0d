import { describe, expect, it } from 'vitest'
import { placeFor, readSearch } from './search.ts'

/** Whether the stored search text of a name matches a query. */
function finds(text: string, name: string, id?: bigint): boolean {
  const by = readSearch(text)
  if (by === undefined || typeof by === 'string') throw new Error('No words')
  const { folded, grams } = placeFor(name, id)
  return by.grams.every((gram) => grams.includes(gram)) && by.runs.every((run) => folded.includes(run))
}

describe('a name', () => {
  it.each([
    ['aurora', 'Aurora Nº 7'],
    ['AURO', 'Aurora'],
    ['rora', 'Aurora'],
    ['cafe', 'Café des Arts'],
    ['ｃａｆé', 'CAFE'],
    ['arts café', 'Café des Arts'],
    ['雪', '雪山图'],
    ['雪山', '黄山雪山图'],
    ['山图', '雪山图'],
    ['雪山 #3', '雪山 #3'],
    ['drift #12', 'Drift #12'],
    ['#12', 'Drift #12'],
    ['ﬁne', 'Fine'],
    ['a', 'A'],
  ])('is found by %s in %s', (text, name) => expect(finds(text, name, 3n)).toBe(true))

  it.each([
    ['aurora', 'Auroxa rora'],
    ['abcd', 'abc bcd'],
    ['山雪', '雪山'],
    ['snow', 'Sno w'],
    ['#12', '12'],
    ['#1', '#12'],
    ['#12', 'Drift 12'],
    ['#12', 'Drift #123'],
  ])('is not found by %s in %s', (text, name) => expect(finds(text, name, 120n)).toBe(false))

  it('is found by the number of its item', () => {
    expect(finds('#12', 'Aurora', 12n)).toBe(true)
    expect(finds('aurora #12', 'Aurora', 12n)).toBe(true)
    expect(finds('aurora #13', 'Aurora', 12n)).toBe(false)
  })

  it('of any length takes bounded room', () => {
    expect(placeFor('a\u0301b\u{1f600}雪'.repeat(10_000)).grams.length).toBeLessThan(1_000)
    expect(readSearch('x'.repeat(100_000))).toMatchObject({ runs: ['x'.repeat(200)] })
  })
})

describe('a search', () => {
  it('for nothing that could be found is none', () => {
    for (const text of ['', '   ', '!?', '\u200b', '%_\\']) expect(readSearch(text)).toBeUndefined()
  })

  it('for an address is for that address, in any case', () => {
    const address = `0x${'aB'.repeat(20)}`
    expect(readSearch(` ${address} `)).toBe(address.toLowerCase())
  })

  it.each([
    ['drift 9', 9n, 'drift'],
    ['#9', 9n, ''],
    ['9 Drift', 9n, 'drift'],
    ['cohort 2024 9', 9n, 'cohort 2024'],
    ['cohort #2024 9', 2024n, 'cohort 9'],
    ['plate 007', 7n, 'plate'],
    ['山水9', 9n, '山水'],
    ['＃12', 12n, ''],
  ])('[F-121] for %s is for number %s beside "%s"', (text, id, folded) =>
    expect(readSearch(text)).toMatchObject({ number: { id, beside: { folded } } }),
  )

  it.each(['drift', 'v2', '2.5', '1,000', '#1 #2'])('[F-121] for %s is for no number', (text) =>
    expect(readSearch(text)).toMatchObject({ number: undefined }),
  )
})
