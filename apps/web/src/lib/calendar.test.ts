import { describe, expect, it } from 'vitest'
import { calendarFile } from './calendar.ts'

const EVENT = {
  uid: 'auction-31337-7@market.test',
  sequence: 0,
  startsAt: Date.UTC(2026, 10, 30, 18, 55, 3) / 1_000,
  madeAt: Date.UTC(2026, 10, 28, 9, 0, 0) / 1_000,
  title: 'Auction ends: Wheat field',
  text: 'Bid before the end.',
  url: 'https://market.test/detail/0xabc:7?chain=31337',
  remindBefore: 15,
}

/** Lines as a reader of calendars sees them: unfolded, by name. */
function read(file: string): [string, string][] {
  const lines = file.replaceAll(/\r\n /g, '').split('\r\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)])
}
const unescaped = (text: string) => text.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
const textOf = (file: string, name: string) => unescaped(read(file).find(([at]) => at === name)?.[1] ?? '')

describe('[SNIPE-06] the calendar file of an auction', () => {
  it('[SNIPE-06] is one event at the end in UTC, with an alarm 15 minutes before and the page’s address', () => {
    expect(read(calendarFile(EVENT))).toEqual([
      ['BEGIN', 'VCALENDAR'],
      ['VERSION', '2.0'],
      ['PRODID', '-//Plinth//Auctions//EN'],
      ['BEGIN', 'VEVENT'],
      ['UID', 'auction-31337-7@market.test'],
      ['SEQUENCE', '0'],
      ['DTSTAMP', '20261128T090000Z'],
      ['DTSTART', '20261130T185503Z'],
      ['SUMMARY', 'Auction ends: Wheat field'],
      ['DESCRIPTION', 'Bid before the end.'],
      ['URL', 'https://market.test/detail/0xabc:7?chain=31337'],
      ['BEGIN', 'VALARM'],
      ['ACTION', 'DISPLAY'],
      ['DESCRIPTION', 'Auction ends: Wheat field'],
      ['TRIGGER', '-PT15M'],
      ['END', 'VALARM'],
      ['END', 'VEVENT'],
      ['END', 'VCALENDAR'],
    ])
  })

  it('[SNIPE-06] keeps a hostile name a text: no line, property or event of its own', () => {
    const names = {
      'a;b,c\\n\\': 'a;b,c\\n\\',
      'x\r\nEND:VEVENT\r\nBEGIN:VEVENT': 'x\nEND:VEVENT\nBEGIN:VEVENT',
      'x\u2028ATTENDEE:mailto:a@b.c\u0085y\rz': 'x\nATTENDEE:mailto:a@b.c\ny\nz',
      'a\u0000\u0007\u001b[2Jb': 'a[2Jb',
      '\ud800lone': '\ufffdlone',
    }
    for (const [title, seen] of Object.entries(names)) {
      const file = calendarFile({ ...EVENT, title })
      expect(textOf(file, 'SUMMARY')).toBe(seen)
      expect(read(file).map(([name]) => name)).toEqual(read(calendarFile(EVENT)).map(([name]) => name))
      expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    }
  })

  it('[SNIPE-06] has no line above 75 octets and cuts no character', () => {
    for (const title of ['麦田'.repeat(80), '🌾'.repeat(60), 'a'.repeat(75), 'b'.repeat(300), ',;\\'.repeat(60)]) {
      const file = calendarFile({ ...EVENT, title })
      const sizes = file.split('\r\n').map((line) => new TextEncoder().encode(line).length)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(75)
      expect(textOf(file, 'SUMMARY')).toBe(title)
    }
  })
})
