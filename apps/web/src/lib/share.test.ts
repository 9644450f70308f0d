import { afterEach, describe, expect, it, vi } from 'vitest'
import { hashtagsOf, openShare, SHARE_SITES, shareText } from './share.ts'

const shared = { text: 'Wheat & noon on Plinth', url: 'https://plinth.example/detail/0xa:1?chain=1', product: 'Plinth' }

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('sharing', () => {
  it('[ITEM-03] goes with the product’s name, ethereum, digitalasset and nft as hashtags, on every site', () => {
    expect(hashtagsOf('Plinth')).toEqual(['Plinth', 'ethereum', 'digitalasset', 'nft'])
    expect(hashtagsOf('The 墙 Market!')[0]).toBe('The墙Market')
    expect(shareText(shared)).toBe('Wheat & noon on Plinth #Plinth #ethereum #digitalasset #nft')
    for (const { urlOf } of SHARE_SITES) {
      const { searchParams, protocol } = new URL(urlOf(shared))
      const said = [...searchParams.values()]
      expect(protocol).toBe('https:')
      expect(said).toContain(shared.url)
      for (const tag of hashtagsOf('Plinth')) expect(said.join(' ')).toContain(tag)
    }
  })

  it('[ITEM-04] opens a window of 600 by 450 that knows nothing of its opener', () => {
    const open = vi.fn()
    vi.stubGlobal('window', { open })
    openShare('https://t.me/share')
    expect(open).toHaveBeenCalledWith('https://t.me/share', '_blank', 'popup,width=600,height=450,noopener,noreferrer')
  })
})
