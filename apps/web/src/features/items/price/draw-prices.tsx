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
  const label = last && at(last)
  const marks: Mark[] = (own.length > 0 ? own : others).map((point) => ({ ...at(point), text: words.point(point) }))
  for (const [price, text] of [
    [stands.listed, words.listed],
    [stands.offered, words.offered],
  ] as const)
    if (price !== undefined) marks.push({ x: box.right - SHORT / 2, y: y(Number(price)), text: text(price) })
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
      {stands.listed !== undefined && <Now box={box} y={y(Number(stands.listed))} text={words.listed(stands.listed)} />}
      {stands.offered !== undefined && <Now box={box} y={y(Number(stands.offered))} text={words.offered(stands.offered)} isAsked />}
      {last && label && (
        <text className="plot-word" x={label.x} y={label.y - 12} textAnchor={anchorOf(label.x, box)}>
          {words.lastSale(last.price)}
        </text>
      )}
    </>
  )
  return { up: ticks, across: dates(box, span, { intl, now: words.now }), body, marks }
}

const anchorOf = (x: number, { right }: Box): 'start' | 'middle' | 'end' => (x < 80 ? 'start' : x > right - 80 ? 'end' : 'middle')

/** A sale is a ring, one to an offer a rhombus, a listing a dash; the last sale has the dot. */
function OwnMark({ point, x, y, isLast }: { point: PricePoint; x: number; y: number; isLast: boolean }) {
  if (point.kind === 'listing') return <path className="plot-listing" d={`M${x - 5} ${y}h10`} />
  if (isLast) return <circle className="plot-last" cx={x} cy={y} r={5} />
  if (point.kind === 'offer') return <path className="plot-hollow" d={`M${x} ${y - 5}l5 5l-5 5l-5 -5z`} />
  return <circle className="plot-hollow" cx={x} cy={y} r={4} />
}

/** What stands now, as a short line at the right end. */
function Now({ box, y, text, isAsked = false }: { box: Box; y: number; text: string; isAsked?: boolean }) {
  return (
    <>
      <path className={isAsked ? 'plot-asked' : 'plot-listed'} d={`M${box.right - SHORT} ${y}H${box.right}`} />
      <text x={box.right} y={isAsked ? y + 14 : y - 6} textAnchor="end">
        {text}
      </text>
    </>
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
