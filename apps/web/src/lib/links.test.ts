import { describe, expect, it } from 'vitest'
import { isWebPage, safeRedirect } from './links.ts'

describe('safeRedirect', () => {
  it('keeps paths of this site', () => expect(safeRedirect('/items?tab=sale#x')).toBe('/items?tab=sale#x'))

  it('never leaves the site', () => {
    const tries = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/.//evil.example',
      '/a/..//evil.example',
      'items',
      '',
      null,
    ]
    expect(tries.map(safeRedirect).every((path) => path === '/' || /^\/(?![/\\])/.test(path))).toBe(true)
    for (const away of ['//evil.example', '/.//evil.example', '/a/..//evil.example']) expect(safeRedirect(away)).toBe('/')
  })
})

describe('a page elsewhere', () => {
  it.each(['https://rivers.example/about', 'http://rivers.example', 'HTTPS://RIVERS.EXAMPLE'])('%s is linked to', (url) =>
    expect(isWebPage(url)).toBe(true),
  )
  it.each(['', 'rivers', 'javascript:alert(1)', 'ftp://rivers.example', 'https://', ' https://rivers.example', '//rivers.example'])(
    '%j is not',
    (url) => expect(isWebPage(url)).toBe(false),
  )
})
