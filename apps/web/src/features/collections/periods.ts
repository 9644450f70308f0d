import type { TextKey } from '../../i18n/translate.ts'
import { chainNow } from '../../lib/clock.ts'

/** Periods of charts in clock hours; 0 is all time. */
export const PERIODS = { '24h': 24, '7d': 168, '30d': 720, '90d': 2_160, '1y': 8_760, all: 0 } as const
export type Period = keyof typeof PERIODS
export const PERIOD_NAMES = Object.keys(PERIODS) as Period[]
export const PERIOD_TEXTS: Readonly<Record<Period, TextKey>> = {
  '24h': 'analytics.hours24',
  '7d': 'analytics.days7',
  '30d': 'analytics.days30',
  '90d': 'analytics.days90',
  '1y': 'analytics.year',
  all: 'analytics.all',
}

const HOUR_S = 3_600

/** Until one is chosen: 30 days, or all time of a younger collection, whose charts fill their width so. */
export const firstPeriod = ({ createdAt }: { createdAt: number }): Period =>
  chainNow() - createdAt < PERIODS['30d'] * HOUR_S ? 'all' : '30d'

/** From when to when a chart of the period goes: whole clock hours, the running one included. */
export function spanOf(hours: number, now: number, firstAt: number): readonly [number, number] {
  const running = Math.floor(now / HOUR_S) * HOUR_S
  return [hours === 0 ? Math.min(firstAt, running) : running - (hours - 1) * HOUR_S, now]
}

/** Hours of a bar: about thirty for a period, in whole steps of the chart's points. */
export function barHoursOf(hours: number, [from, to]: readonly [number, number], step: number): number {
  const fixed: Readonly<Record<number, number>> = { 24: 1, 168: 6, 720: 24, 2160: 72, 8760: 336 }
  const stepHours = Math.max(1, step / HOUR_S)
  const wished = fixed[hours] ?? Math.max(1, Math.ceil((to - from) / HOUR_S / 30))
  return Math.ceil(wished / stepHours) * stepHours
}
