import { describe, expect, it } from 'vitest'
import { csvText } from './csv.ts'

const COLUMNS = [
  { head: 'Work', text: ([name]: [string, string]) => name },
  { head: 'Price', text: ([, price]: [string, string]) => price },
]

describe('a table as CSV', () => {
  it('[COLP-09] quotes what needs it, and keeps figures as they are', () => {
    const rows: [string, string][] = [
      ['Rivers, two', '0.42'],
      ['A "quoted" one', '-3.1'],
      ['Two\nlines', '12'],
    ]
    expect(csvText(COLUMNS, rows)).toBe('Work,Price\r\n"Rivers, two",0.42\r\n"A ""quoted"" one",-3.1\r\n"Two\nlines",12\r\n')
  })

  it('[COLP-09] hands no name to a spreadsheet as a formula', () => {
    for (const name of ['=1+1', '+1', '@sum', '-1+1', '\tx']) expect(csvText(COLUMNS, [[name, '1']])).toContain(`'${name}`)
  })
})
