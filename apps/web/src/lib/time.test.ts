import { describe, expect, it } from 'vitest'
import { dayAndTime, splitDuration, timeAgo } from './time.ts'

const now = 1_790_000_000
const ago = (seconds: number, largest?: 'days' | 'years', locale = 'en-GB') => timeAgo(now - seconds, now, locale, largest)

describe('timeAgo', () => {
  it('[FMT-17] counts seconds, minutes, hours and days', () => {
    expect([ago(59), ago(60), ago(3_599), ago(3_600), ago(86_400), ago(400 * 86_400)]).toEqual([
      '59 seconds ago',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '1 day ago',
      '400 days ago',
    ])
  })

  it('[FMT-18] goes up to months of 30 days and years of 365 on the item page', () => {
    expect([ago(29 * 86_400, 'years'), ago(30 * 86_400, 'years'), ago(364 * 86_400, 'years'), ago(365 * 86_400, 'years')]).toEqual([
      '29 days ago',
      '1 month ago',
      '12 months ago',
      '1 year ago',
    ])
  })

  it('speaks Chinese', () => expect(ago(300, 'days', 'zh-CN')).toBe('5分钟前'))
})

describe('splitDuration', () => {
  it('[FMT-19] shows days plus hh:mm:ss', () => {
    expect(splitDuration(2 * 86_400 + 3_661)).toEqual({ days: 2, clock: '01:01:01' })
    expect(splitDuration(-5)).toEqual({ days: 0, clock: '00:00:00' })
  })
})

describe('dayAndTime', () => {
  it('sets the day before the month', () => expect(dayAndTime(now, 'en-GB', now)).toMatch(/^\d{1,2} September at \d\d:\d\d$/))

  it.each(['en', 'en-US', 'en-GB', 'zh-CN'])('begins the hours of a day with 00 in %s', (locale) => {
    const midnight = new Date(2026, 8, 21, 0, 28).getTime() / 1_000
    expect(dayAndTime(midnight, locale, midnight)).toMatch(/00:28$/)
  })

  it('names the year where it is another one', () => {
    expect(dayAndTime(now - 365 * 86_400, 'en-GB', now)).toMatch(/^\d{1,2} September 2025 at \d\d:\d\d$/)
    expect(dayAndTime(now + 365 * 86_400, 'zh-CN', now)).toMatch(/^2027年9月\d{1,2}日/)
  })
})
