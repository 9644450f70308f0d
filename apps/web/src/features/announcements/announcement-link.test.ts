import { type Announcement, findClaimed, readClaim } from '@plinth/api'
import { describe, expect, it } from 'vitest'
import { announcementPath } from './announcement-link.ts'

const opening: Announcement = { id: 2n, lang: 'en', title: 'Doors open', content: 'At six.\nBring & share.', createdAt: 1_700_000_000 }
const chinese: Announcement = { ...opening, id: 3n, lang: 'zh', title: '开馆', content: '六点。' }
const claimOf = (path: string) => readClaim(new URL(path, 'http://x').searchParams.get('announce'))

describe('[SHELL-18] the announcement in a link', () => {
  it('is JSON with the documented spellings, and reads back', () => {
    const sent: unknown = JSON.parse(new URL(announcementPath(opening), 'http://x').searchParams.get('announce') ?? '')
    expect(sent).toEqual({ id: '2', lang: 'en', tittle: 'Doors open', content: 'At six.\nBring & share.', createTime: 1_700_000_000 })
    expect(claimOf(announcementPath(opening))).toEqual({ title: 'Doors open', content: 'At six.\nBring & share.', lang: 'en' })
  })

  it('leaves out a text that would make the address too long', () => {
    const long = { ...chinese, content: '字'.repeat(2_000) }
    expect(announcementPath(long).length).toBeLessThan(4_000)
    expect(findClaimed([opening, long], claimOf(announcementPath(long)) ?? { title: '', content: '', lang: '' })?.content).toBe(
      long.content,
    )
  })

  it('is the market’s only where the server says the same', () => {
    expect(findClaimed([chinese, opening], { title: 'Doors open', content: 'Send coins to 0x1', lang: 'en' })).toBe(opening)
    expect(findClaimed([chinese, opening], { title: 'Doors shut', content: '', lang: 'en' })).toBeUndefined()
  })

  it.each([null, '', '{', '7', 'null', '[]', '{}', '{"tittle":7}', '{"tittle":"\\u202e\\u200b "}'])('is none in %s', (text) => {
    expect(readClaim(text)).toBeUndefined()
  })

  it('loses what would turn the page around it, and what is endless', () => {
    const claim = readClaim(
      JSON.stringify({ tittle: `\u202eGet\u0000 rich\n${'!'.repeat(9_999)}`, content: 'a'.repeat(50_000), lang: 'en' }),
    )
    expect(claim?.title).toMatch(/^Get rich !+$/)
    expect([claim?.title.length, claim?.content.length]).toEqual([300, 20_000])
  })
})
