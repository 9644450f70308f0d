import './charts.css'

type Props = { values: readonly bigint[]; width: number; height: number /** Said instead of the line. */; label: string }

const PAD = 3

/** A line without axes, scaled to its own highest value; its end has a point. */
export function Sparkline({ values, width, height, label }: Props) {
  const most = values.reduce((high, value) => (value > high ? value : high), 0n)
  const step = (width - 2 * PAD) / Math.max(1, values.length - 1)
  const points = values.map((value, at) => {
    // In thousandths, so that amounts of any size keep their shape.
    const part = most === 0n ? 0 : Number((value * 1_000n) / most) / 1_000
    return { x: PAD + at * step, y: height - PAD - part * (height - 2 * PAD) }
  })
  const end = points.at(-1)
  return (
    <svg className="sparkline" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={`M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`} />
      {end && <circle cx={end.x} cy={end.y} r={2.2} />}
    </svg>
  )
}
