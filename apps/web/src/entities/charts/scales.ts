import { formatUnits } from '@plinth/protocol'
import { scaleLinear, scaleLog } from 'd3-scale'
import { rectOf } from './free-place.ts'

/** Where the marks of a plot stand, in pixels of its drawing. */
export type Box = { width: number; left: number; right: number; top: number; bottom: number }
export type Tick = { at: number; text: string }
export type Scale = { place: (value: number) => number; ticks: Tick[] }

/** Rounded for the eye: an amount's exact digits are in its text. */
export const roughly = (amount: bigint, decimals: number): number => Number(formatUnits(amount, decimals))

/** From where on prices are outliers: a few far above the rest would press all others onto the axis. */
export function capOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const most = sorted.at(-1) ?? 0
  const usual = sorted[Math.floor((sorted.length - 1) * 0.95)] ?? 0
  return most > 2 * usual && usual > 0 ? 1.25 * usual : most
}

const TICKS = 3

/** Prices and counts upwards, with round values as its grid. */
export function upwards({ top, bottom }: Box, [least, most]: readonly [number, number], intl: string, isLog = false): Scale {
  const digits = new Intl.NumberFormat(intl, { maximumSignificantDigits: 4 })
  if (isLog) {
    const scale = scaleLog([Math.max(least, Number.MIN_VALUE), Math.max(most, least * 1.01)], [bottom, top]).nice()
    const all = scale.ticks(TICKS)
    const every = Math.ceil(all.length / (TICKS + 1))
    const ticks = all.filter((_, at) => at % every === 0)
    return {
      place: (value) => scale(Math.max(value, Number.MIN_VALUE)),
      ticks: ticks.map((at) => ({ at: scale(at), text: digits.format(at) })),
    }
  }
  const scale = scaleLinear([least, most > least ? most : least + 1], [bottom, top]).nice(TICKS)
  return { place: scale, ticks: roundTicks(scale, TICKS, intl) }
}

type Linear = ReturnType<typeof scaleLinear<number>>

/** Round values with as many digits after the point as their step has. */
function roundTicks(scale: Linear, count: number, intl: string): Tick[] {
  const values = scale.ticks(count)
  const step = Math.abs((values[1] ?? 1) - (values[0] ?? 0))
  const digits = step > 0 && step < 1 ? Math.min(18, Math.ceil(-Math.log10(step) - 1e-9)) : 0
  const format = new Intl.NumberFormat(intl, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return values.map((at) => ({ at: scale(at), text: format.format(at) }))
}

/** Round prices from left to right. */
export function priceTicks({ left, right }: Box, [least, most]: readonly [number, number], intl: string): Tick[] {
  const scale = scaleLinear([least, most > least ? most : least + 1], [left, right])
  return roundTicks(scale, Math.max(2, Math.min(6, Math.floor((right - left) / 80))), intl)
}

/** Values from left to right. */
export function across({ left, right }: Box, [least, most]: readonly [number, number]): (value: number) => number {
  return scaleLinear([least, most > least ? most : least + 1], [left, right])
}

const HOUR_S = 3_600
const DAY_S = 86_400
const MOST_DATES = 6

/** Times of a period in equal steps; the last one is now. */
export function dates(box: Box, [from, to]: readonly [number, number], { intl, now }: { intl: string; now: string }): Tick[] {
  const span = to - from
  const isHours = span <= 2 * DAY_S
  const format = new Intl.DateTimeFormat(
    intl,
    isHours
      ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : span > 400 * DAY_S
        ? { month: 'short', year: 'numeric' }
        : { day: 'numeric', month: 'short' },
  )
  const place = across(box, [from, to])
  const count = Math.max(2, Math.min(MOST_DATES, Math.floor((box.right - box.left) / 96)))
  const step = span / count
  const round = isHours ? HOUR_S : 1
  const ticks = Array.from({ length: count + 1 }, (_, index): Tick => {
    const at = index === count ? to : Math.floor((from + index * step) / round) * round
    return { at: place(Math.max(from, at)), text: index === count ? now : format.format(at * 1_000) }
  })
  return ticks.filter((tick, index) => index === 0 || index === count || standsApart(tick, ticks, box))
}

const APART_PX = 8

/** The first and the last one always stay: their texts begin and end at the edges. */
function standsApart({ at, text }: Tick, ticks: readonly Tick[], { left, right }: Box): boolean {
  const [first, last] = [ticks[0], ticks.at(-1)]
  const rect = rectOf({ x: at, y: 0, anchor: 'middle', text })
  const from = first ? rectOf({ x: Math.min(0, left), y: 0, anchor: 'start', text: first.text }).right : 0
  const to = last ? rectOf({ x: right, y: 0, anchor: 'end', text: last.text }).left : right
  return rect.left >= from + APART_PX && rect.right <= to - APART_PX
}
