import { describe, expect, it } from 'vitest'
import { safeRedirect } from './links.ts'

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
