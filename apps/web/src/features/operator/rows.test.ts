import { describe, expect, it } from 'vitest'
import { durationText } from './duration-text.ts'
import { columnsOf, givenBy, startOf } from './rows.ts'
import { SCREENS } from './screens.ts'

const REPORT = { id: 4, kind: 1, chain: 31_337, address: `0x${'c'.repeat(40)}`, token: '7', text: 'a copy' }

describe('rows of the console', () => {
  it('have every column that any of them has', () => {
    expect(columnsOf([{ a: 1 }, { a: 2, b: true }])).toEqual(['a', 'b'])
  })

  it('say what their acts are given, and what a form begins with', () => {
    expect(givenBy(REPORT, { chain: 'chain', token: 'token' })).toEqual({ chain: '31337', token: '7' })
    expect(startOf({ id: 7, name: '  jade', en: 'Jade', isOn: true }, [{ name: 'en' }, { name: 'name' }, { name: 'isOn' }])).toEqual({
      en: 'Jade',
      name: 'jade',
    })
  })

  it('offer of the acts on a report only those that fit what was reported', () => {
    const offered = (kind: number) =>
      SCREENS.reports?.acts
        .filter(({ when }) => when?.({ ...REPORT, kind }) ?? true)
        .map(({ act, label, set }) => [act, label, set?.verdict, set?.enforce])
    const [hide, lock] = [
      ['decide', 'reports.hide', 'upheld', 'true'],
      ['decide', 'reports.lock', 'upheld', 'true'],
    ]
    const others = [
      ['decide', 'reports.dismiss', 'dismissed', ''],
      ['decide', undefined, undefined, undefined],
    ]
    expect(offered(1)).toEqual([hide, ...others])
    expect(offered(2)).toEqual([hide, ...others])
    expect(offered(3)).toEqual([lock, ...others])
  })

  it('lead to what they are about', () => {
    const { open } = SCREENS.reports ?? {}
    expect(open?.(REPORT)).toBe(`/detail/${REPORT.address}:7?chain=31337`)
    expect(open?.({ ...REPORT, kind: 2, token: null })).toBe(`/collection/${REPORT.address}?chain=31337`)
    expect(open?.({ ...REPORT, kind: 3, token: null })).toBe(`/account/${REPORT.address}`)
    expect(open?.({ ...REPORT, address: 'javascript:alert(1)' })).toBeUndefined()
  })

  it('show durations in the largest unit that is reached', () => {
    expect([0.5, 59, 60, 7_200, 200_000].map((seconds) => durationText(seconds, 'en-GB'))).toEqual([
      '0.5 secs',
      '59 secs',
      '1 min',
      '2 hrs',
      '2 days',
    ])
  })
})
