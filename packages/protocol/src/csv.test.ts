import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it('[PORT-06] escapes cells that a spreadsheet would run, and leaves numbers as they are', () => {
  for (const first of ['=', '+', '-', '−', '@', '\t', '\r', '＝', '＠']) expect(csvLine([`${first}cmd`])).toMatch(/^"?'/)
  expect(csvLine(['=1+1', '-0.5', '1e3', ''])).toBe("'=1+1,-0.5,1e3,\r\n")
  expect(csvLine(['a "quote", and\nmore'])).toBe('"a ""quote"", and\nmore"\r\n')
})

it('[PORT-06] escapes what begins a cell where a spreadsheet divides lines at semicolons, tabs or line ends', () => {
  for (const apart of [';', '\t', '\n', '\r', ',']) expect(csvLine([`Harbour${apart}=cmd`])).toBe(`"Harbour${apart}'=cmd"\r\n`)
  expect(csvLine(['Harbour; a-b = c'])).toBe('"Harbour; a-b = c"\r\n')
})
