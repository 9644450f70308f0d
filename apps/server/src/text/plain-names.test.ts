import { describe, expect, it } from 'vitest'
import { findNameProblem, findTextProblem, plainName } from './plain-names.ts'

describe('findNameProblem', () => {
  it.each([
    'Alice of Éire',
    '张伟',
    'ゆきの ❄️',
    '👩‍🎨 studio',
    '👨🏽‍🚀',
    'क्‍ष',
    'می‌خواهم',
    '葛\u{e0100}城',
    '50% off',
    'Aurora, Plinth of Oslo',
    'Plinthos',
    'Supporting Act',
    '1️⃣ first',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 painter',
  ])('[F-28] takes %j', (name) => {
    expect(findNameProblem(name, 'Plinth')).toBeUndefined()
  })

  it.each([' ', '\u3000', '\u0301'])('[F-28] refuses %j, which shows nothing', (name) => {
    expect(findNameProblem(name, 'Plinth')).toBe('NAME_BLANK')
  })

  it.each([
    'two\nlines',
    'two\u2028lines',
    'tab\tbed',
    'zero\u200bwidth',
    'joined\u200dletters',
    'soft\u00adhyphen',
    '\u202egnaf',
    'mark\u200f',
    '\u2066isolated',
    '\u3164',
    '\u2800',
    '\ufeff.',
    'Plinth\u{e0061}',
    'private \ue000',
    'half \ud83d',
    `Z${'\u0301'.repeat(8)}`,
  ])('[F-28] refuses %j, which shows something other than it is', (name) => {
    expect(findNameProblem(name, 'Plinth')).toBe('NAME_UNREADABLE')
    expect(findTextProblem(name)).toBe('NAME_UNREADABLE')
  })

  it.each([
    'Plinth',
    'PLINTH',
    'p l i n t h',
    'PIinth',
    'P1inth',
    'Рlіnth',
    'Plíńth',
    'Ｐｌｉｎｔｈ',
    '𝐏𝐥𝐢𝐧𝐭𝐡',
    'ᴘʟɪɴᴛʜ',
    'Plinth Support',
    'PlinthOfficial',
    'The Plinth Team',
    'Plinth官方',
    '客服',
    'Admin',
    '0perator',
  ])('[F-28] refuses %j, which looks like the market’s own', (name) => {
    expect(findNameProblem(name, 'Plinth')).toBe('NAME_RESERVED')
    expect(findTextProblem(name)).toBeUndefined()
  })

  it('[F-28] goes by the name that the site has', () => {
    expect(findNameProblem('Harbour-House', 'Harbour House')).toBe('NAME_RESERVED')
    expect(findNameProblem('Plinth', 'Harbour House')).toBeUndefined()
    expect(findNameProblem('Gallery', '…')).toBeUndefined()
  })

  it('[F-28] looks at each place of a name once, for any name of the site', () => {
    for (const site of ['NFT', '市场', 'NFT Market'])
      for (const word of ['nft', '市场', '官方', 'market']) expect(findNameProblem(`${word.repeat(24)}x`, site)).toBeUndefined()
    expect(findNameProblem('NFT market', 'NFT')).toBe('NAME_RESERVED')
    expect(findNameProblem('Market team', 'NFT')).toBeUndefined()
  })

  it('[F-28] needs no long time for a long name', () => {
    const began = performance.now()
    findNameProblem(`${'helpdeskadmin'.repeat(7)}x`, 'Plinth')
    expect(performance.now() - began).toBeLessThan(200)
  })
})

it('[F-28] stores every blank as one plain one', () => {
  expect(plainName('\u3000Alice\u00a0 \u2003of Éire ')).toBe('Alice of Éire')
})
