import { describe, expect, it } from 'vitest'
import { mediaUrl, thumbnail } from './media.ts'

describe('mediaUrl', () => {
  it('reads both spellings of an IPFS address', () => {
    expect([mediaUrl('ipfs://bafy1/a.png'), mediaUrl('ipfs://ipfs/bafy1')]).toEqual(['/ipfs/bafy1/a.png', '/ipfs/bafy1'])
  })

  it('refuses what could run', () => {
    expect(['javascript:alert(1)', 'data:text/html,x', 'data:image/svg+xml,x', '//evil.example/x'].map(mediaUrl)).toEqual(['', '', '', ''])
  })
})

describe('thumbnail', () => {
  it('[FMT-15] asks for 300x300, except of gifs', () => {
    expect(thumbnail('ipfs://bafy1').src).toBe('/ipfs/bafy1!300x300')
    expect(thumbnail('/static/upload/x.gif').src).toBe('/static/upload/x.gif')
  })
})
