import { Fragment } from 'react'
import { freePlace, type Rect, rectOf, type Word } from '../../../entities/charts/free-place.ts'
import type { Drawing, Mark } from '../../../entities/charts/Plot.tsx'
import { across, type Box, capOf, dates, upwards } from '../../../entities/charts/scales.ts'
import type { PricePoint, Standing } from './prices.ts'

/** From when on a floor held; without a value nothing was on sale. */
export type FloorStep = { at: number; value: number | undefined }
export type Prices = {
  own: readonly PricePoint[]
  others: readonly PricePoint[]
  floors: readonly FloorStep[]
  stands: Standing
  span: readonly [number, number]
  intl: string
  words: {
    now: string
    lastSale: (price: string) => string
    listed: (price: string) => string
    offered: (price: string) => string
    point: (point: PricePoint) => string
  }
}

const SHORT = 56

/** The drawing of a work's prices, and what arrows step through: its own points, or those of others where it has none. */
export function drawPrices(box: Box, { own, others, floors, stands, span, intl, words }: Prices): Drawing {
  const now = [stands.listed, stands.offered].filter((price) => price !== undefined).map(Number)
  const floorValues = floors.flatMap(({ value }) => value ?? [])
  const most = Math.max(capOf([...others.map(({ value }) => value), ...floorValues]), ...own.map(({ value }) => value), ...now, 0)
  const { place, ticks } = upwards(box, [0, most], intl)
  const x = across(box, span)
  // One far above the scale stands at its top.
  const y = (value: number) => Math.max(box.top, place(value))
  const at = (point: PricePoint) => ({ x: x(point.at), y: y(point.value) })
  const sales = own.filter(({ kind }) => kind !== 'listing')
  const last = sales.at(-1)
  const nows = standingNow(stands, { box, y, words })
  const marks: Mark[] = (own.length > 0 ? own : others).map((point) => ({ ...at(point), text: words.point(point) }))
  for (const { y: height, word } of nows) marks.push({ x: box.right - SHORT / 2, y: height, text: word.text })
  const body = (
    <>
      {floors.length > 0 && <path className="plot-gap" d={floorPath(floors, x, y, box.right)} />}
      {others.map((point) => (
        <circle key={point.id} className="plot-sale" cx={x(point.at)} cy={y(point.value)} r={2} />
      ))}
      {sales.length > 1 && <polyline className="plot-line" points={sales.map((point) => `${x(point.at)},${y(point.value)}`).join(' ')} />}
      {own.map((point) => (
        <OwnMark key={point.id} point={point} {...at(point)} isLast={point === last} />
      ))}
      {nows.map(({ y: height, word, isAsked }) => (
        <Fragment key={word.text}>
          <path className={isAsked ? 'plot-asked' : 'plot-listed'} d={`M${box.right - SHORT} ${height}H${box.right}`} />
          <Said word={word} />
        </Fragment>
      ))}
      {last && <Said word={wordOfLast(words.lastSale(last.price), at(last), nows, box)} isStrong />}
    </>
  )
  return { up: ticks, across: dates(box, span, { intl, now: words.now }), body, marks }
}

const anchorOf = (x: number, { right }: Box): Word['anchor'] => (x < 80 ? 'start' : x > right - 80 ? 'end' : 'middle')

/** A sale is a ring, one to an offer a rhombus, a listing a dash; the last sale has the dot. */
function OwnMark({ point, x, y, isLast }: { point: PricePoint; x: number; y: number; isLast: boolean }) {
  if (point.kind === 'listing') return <path className="plot-listing" d={`M${x - 5} ${y}h10`} />
  if (isLast) return <circle className="plot-last" cx={x} cy={y} r={5} />
  if (point.kind === 'offer') return <path className="plot-hollow" d={`M${x} ${y - 5}l5 5l-5 5l-5 -5z`} />
  return <circle className="plot-hollow" cx={x} cy={y} r={4} />
}

type Now = { y: number; word: Word; isAsked: boolean }

/** What stands now, as short lines at the right end; the higher one has its word above it, the lower one below. */
function standingNow(
  { listed, offered }: Standing,
  { box, y, words }: { box: Box; y: (value: number) => number; words: Prices['words'] },
): Now[] {
  const isOver = listed === undefined || offered === undefined || Number(listed) >= Number(offered)
  const now = (price: string, text: string, isAsked: boolean): Now => {
    const height = y(Number(price))
    return { y: height, isAsked, word: { x: box.right, y: isAsked === isOver ? height + 14 : height - 6, anchor: 'end', text } }
  }
  return [
    ...(listed === undefined ? [] : [now(listed, words.listed(listed), false)]),
    ...(offered === undefined ? [] : [now(offered, words.offered(offered), true)]),
  ]
}

/** Over its dot, or where nothing else is said. */
function wordOfLast(text: string, { x, y }: { x: number; y: number }, nows: readonly Now[], box: Box): Word {
  const anchor = anchorOf(x, box)
  const taken = nows.flatMap(({ y: height, word }): Rect[] => [
    rectOf(word),
    { left: box.right - SHORT, right: box.right, top: height - 2, bottom: height + 2 },
  ])
  const places = [-12, 22, -28, 38].map((by): Word => ({ x, y: y + by, anchor, text }))
  const over: Word = { x, y: y - 12, anchor, text }
  return freePlace([over, { x: x - 12, y: y + 4, anchor: 'end', text }, ...places], taken, { ...box, top: 0 })
}

function Said({ word: { x, y, anchor, text }, isStrong = false }: { word: Word; isStrong?: boolean }) {
  return (
    <text className={isStrong ? 'plot-word' : undefined} x={x} y={y} textAnchor={anchor}>
      {text}
    </text>
  )
}

function floorPath(floors: readonly FloorStep[], x: (at: number) => number, y: (value: number) => number, right: number): string {
  return floors
    .flatMap(({ at, value }, index) => {
      if (value === undefined) return []
      const next = floors[index + 1]
      return [`M${x(at)} ${y(value)}H${next ? x(next.at) : right}`]
    })
    .join('')
}
