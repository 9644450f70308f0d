import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Box, Tick } from './scales.ts'
import './charts.css'

/** A value of the chart, in the order in which arrows step through them. */
export type Mark = { x: number; y: number; text: string }
export type Drawing = { up: readonly Tick[]; across: readonly Tick[]; body: ReactNode; marks: readonly Mark[] }
export type PlotProps = {
  /** What it shows: read out before the value. */
  label: string
  height: number
  /** Instead of marks, where there can be none. */
  empty?: string
  draw: (box: Box) => Drawing
}

const FIRST_WIDTH = 640
const AXIS = { left: 4, right: 48, top: 16, bottom: 32 }
const FAR = 10
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: FAR, PageDown: -FAR }

/**
 * A drawing with its axes. The keyboard steps through its values as through those of a slider, so that they are spoken; pointer and
 * finger show the nearest one.
 */
export function Plot({ label, height, empty = '', draw }: PlotProps) {
  const [frame, width] = useWidth()
  const [shown, setShown] = useState<number>()
  const [isFocused, setFocused] = useState(false)
  const box: Box = {
    width,
    left: AXIS.left,
    right: Math.max(AXIS.left + 1, width - AXIS.right),
    top: AXIS.top,
    bottom: height - AXIS.bottom,
  }
  const { up, across, body, marks } = draw(box)
  const last = marks.length - 1
  const at = Math.min(shown ?? last, last)
  const mark = marks[at]
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? last : at + (STEPS[event.key] ?? Number.NaN)
    if (Number.isNaN(next)) return
    event.preventDefault()
    setShown(Math.max(0, Math.min(last, next)))
  }
  const onPointer = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    setShown(nearest(marks, clientX - left, clientY - top))
  }
  const isShown = mark !== undefined && (shown !== undefined || isFocused)
  return (
    <div
      ref={frame}
      className="plot"
      role="slider"
      tabIndex={mark ? 0 : -1}
      aria-label={label}
      aria-readonly="true"
      aria-disabled={mark ? undefined : true}
      aria-valuemin={mark ? 1 : 0}
      aria-valuemax={marks.length}
      aria-valuenow={at + 1}
      aria-valuetext={mark?.text ?? empty}
      onKeyDown={onKeyDown}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false)
        setShown(undefined)
      }}
      onPointerMove={onPointer}
      onPointerDown={onPointer}
      onPointerLeave={() => !isFocused && setShown(undefined)}
    >
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {up.map(({ at: y, text }) => (
          <g key={text}>
            <path className="plot-grid" d={`M0 ${y}H${box.right}`} />
            <text x={width} y={y + 4} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {across.map(({ at: x, text }) => (
          <text key={`${x}:${text}`} x={x <= box.left ? 0 : x} y={height - 6} textAnchor={anchorOf(x, box)}>
            {text}
          </text>
        ))}
        <g className="plot-body">{body}</g>
        {isShown && <circle className="plot-now" cx={mark.x} cy={mark.y} r={6} />}
      </svg>
      {!mark && <p className="plot-empty muted">{empty}</p>}
      {isShown && (
        <span className="plot-tip num" aria-hidden="true" style={tipPlace(mark, box)}>
          {mark.text}
        </span>
      )}
    </div>
  )
}

/** A label at either end stays inside. */
function anchorOf(x: number, { left, right }: Box): 'start' | 'middle' | 'end' {
  if (x <= left) return 'start'
  return x >= right ? 'end' : 'middle'
}

/** Beside the value, on the side that has room. */
function tipPlace({ x, y }: Mark, { width }: Box) {
  const side = x < width / 2 ? { left: x + 12 } : { right: width - x + 12 }
  return { ...side, top: Math.max(0, y - 36) }
}

function nearest(marks: readonly Mark[], x: number, y: number): number | undefined {
  // Sideways counts for more: bars and steps are found anywhere above them.
  const far = marks.map((mark) => (mark.x - x) ** 2 * 4 + (mark.y - y) ** 2)
  const least = Math.min(...far)
  return far.length === 0 ? undefined : far.indexOf(least)
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(FIRST_WIDTH)
  useEffect(() => {
    const { current } = frame
    if (!current) return undefined
    const measure = () => current.clientWidth > 0 && setWidth(current.clientWidth)
    const seen = new ResizeObserver(measure)
    seen.observe(current)
    measure()
    return () => seen.disconnect()
  }, [])
  return [frame, width] as const
}
