import { describe, expect, it } from 'vitest'
import { isMobileAgent } from './user-agent.ts'

describe('isMobileAgent', () => {
  it('[SHELL-48] knows phones and tablets by their user agent', () => {
    expect(isMobileAgent('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148')).toBe(true)
    expect(isMobileAgent('Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/153 Mobile Safari/537.36')).toBe(true)
    expect(isMobileAgent('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/153 Safari/537.36')).toBe(false)
  })
})
