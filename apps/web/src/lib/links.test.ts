import { describe, expect, it } from 'vitest'
import { doorPath, isSecurePage, safeRedirect } from './links.ts'

describe('safeRedirect', () => {
  it('keeps paths of this site', () => expect(safeRedirect('/items?tab=sale#x')).toBe('/items?tab=sale#x'))

  it('never leaves the site', () => {
    const attempts = [
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
    expect(attempts.map(safeRedirect).every((path) => path === '/' || /^\/(?![/\\])/.test(path))).toBe(true)
    for (const away of ['//evil.example', '/.//evil.example', '/a/..//evil.example']) expect(safeRedirect(away)).toBe('/')
  })
})

describe('the pages before the door', () => {
  const from = (search: string) => doorPath('/login', new URLSearchParams(search))

  it('hand on where one wanted to go', () => {
    expect(from('redirect=%2Fdetail%2F0x12%3A3%3Fchain%3D1%26act%3Dbuy')).toBe(
      '/login?redirect=%2Fdetail%2F0x12%3A3%3Fchain%3D1%26act%3Dbuy',
    )
  })

  it('hand on nothing that leaves the site, nor what is the default anyway', () => {
    for (const search of ['', 'redirect=', 'redirect=%2F', 'redirect=https%3A%2F%2Fevil.example', 'redirect=%2F%2Fevil.example'])
      expect(from(search), search).toBe('/login')
  })
})

describe('a page elsewhere', () => {
  it.each(['https://rivers.example/about', 'HTTPS://RIVERS.EXAMPLE'])('%s is linked to', (url) => expect(isSecurePage(url)).toBe(true))
  it.each([
    '',
    'rivers',
    'http://rivers.example',
    'javascript:alert(1)',
    'ftp://rivers.example',
    'https://',
    ' https://rivers.example',
    '//rivers.example',
  ])('%j is not', (url) => expect(isSecurePage(url)).toBe(false))
})
