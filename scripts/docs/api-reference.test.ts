import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CATALOGUE, type Call } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeReference } from './api-reference.ts'

const calls = Object.entries<Record<string, Call>>(CATALOGUE).flatMap(([segment, entries]) =>
  Object.keys(entries).map((name) => ({ segment, id: `${segment}.${name}` })),
)

describe('the API reference as static pages', () => {
  let folder: string
  let pages: { readonly name: string; readonly html: string }[]
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-api-reference-'))
    writeReference(folder)
    pages = readdirSync(folder)
      .filter((name) => name.endsWith('.html'))
      .map((name) => ({ name, html: readFileSync(join(folder, name), 'utf8') }))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const attributes = (html: string) => [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, value = '']) => value)

  it('has an index, a page for each segment and one for the records', () => {
    const expected = ['index', ...Object.keys(CATALOGUE), 'records'].map((name) => `${name}.html`)
    expect(pages.map(({ name }) => name).sort()).toEqual(expected.sort())
  })

  it('describes each call on exactly one page, which the index links to', () => {
    const index = pages.find(({ name }) => name === 'index.html')?.html ?? ''
    for (const { segment, id } of calls) {
      const homes = pages.filter(({ html }) => html.includes(`<article id="${id}">`))
      expect(
        homes.map(({ name }) => name),
        id,
      ).toEqual([`${segment}.html`])
      expect(attributes(index), id).toContain(`${segment}.html#${id}`)
    }
  })

  it('has relative links only, and each leads to a file and a fragment that exist', () => {
    const files = new Set(readdirSync(folder))
    const broken = pages.flatMap(({ name, html }) =>
      attributes(html)
        .filter((link) => {
          const [file = '', fragment] = link.split('#')
          const target = pages.find((page) => page.name === (file || name))
          if (!files.has(file || name)) return true
          return fragment !== undefined && target?.html.includes(` id="${fragment}"`) !== true
        })
        .map((link) => `${name}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  it('has the document, the stylesheet and the icon beside the pages', () => {
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['openapi.json', 'openapi.css', 'favicon.svg']))
    const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))
    expect(Object.keys(document.paths)).toHaveLength(calls.length)
  })

  it('runs no script and loads nothing from elsewhere', () => {
    for (const { name, html } of pages) expect(html, name).not.toMatch(/<(script|iframe|img|object|form)|<[^>]* (on\w+|style|src)=/)
  })
})
